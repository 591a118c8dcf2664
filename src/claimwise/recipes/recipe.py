"""A recipe: what a system is made of, as data.

`NAME.toml` has the parameters of every stage, the paper, and the scores that are expected; `NAME.py`, with underscores
for hyphens, has `build(config)`, which makes the pipeline. The file is also the schema: a setting that it does not have
is unknown, and a new value must be of the kind that stands there.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from math import inf, isfinite
from pathlib import Path
from typing import Any, cast

from claimwise.errors import ConfigError
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.stages import Lookup
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.types import Document

_FOLDER = Path(__file__).parent
_ABOUT = frozenset({"summary", "paper", "questions", "sentences", "expected"})
_PROBABILITIES = frozenset({"threshold", "similarity", "decide_at"})
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

Value = str | int | float | bool | list[float]


@dataclass(frozen=True, slots=True)
class Expected:
    """A score that a recipe should reach.

    `paper` is what was published, `here` what the models named by `models` (embedded, or the paper's own) give, both in
    percent; a measured score may fall short of `here` by `tolerance`. `changes` are settings that the score holds for.
    """

    benchmark: str
    split: str
    setting: str
    metric: str
    paper: float | None = None
    here: float | None = None
    tolerance: float = 1.0
    models: str = "embedded"
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of one system."""

    name: str
    summary: str
    paper: str
    stages: Mapping[str, Mapping[str, Value]]
    expected: tuple[Expected, ...] = ()
    questions: bool = False
    sentences: bool = False
    """Whether its evidence are single sentences, each a document of its own."""

    def changed(self, changes: Sequence[str]) -> "Recipe":
        """Return the recipe with settings of the form `stage.key=value` put in."""
        stages = {stage: dict(settings) for stage, settings in self.stages.items()}
        for change in changes:
            place, sign, text = change.partition("=")
            stage, dot, key = place.strip().partition(".")
            if not (sign and dot):
                raise ConfigError(f"{change!r} is not a setting; write it as stage.key=value")
            if key not in stages.get(stage, {}):
                known = [f"{name}.{one}" for name, settings in self.stages.items() for one in settings]
                near = get_close_matches(place, known, n=1)
                hint = f"did you mean {near[0]}? " if near else ""
                raise ConfigError(f"recipe {self.name} has no setting {place!r}; {hint}known are {', '.join(known)}")
            stages[stage][key] = _within_range(_converted(text.strip(), stages[stage][key], place), place)
        return replace(self, stages=stages)

    def differing(self, other: "Recipe") -> dict[str, Value]:
        """Return the settings that are not as in the other recipe."""
        return {
            f"{stage}.{key}": value
            for stage, settings in self.stages.items()
            for key, value in settings.items()
            if other.stages.get(stage, {}).get(key) != value
        }

    def reading(self, k: int | None) -> "Recipe":
        """Return the recipe reading `k` documents, where a number is given."""
        if k is None:
            return self
        if "reranking" not in self.stages:
            return self.changed([f"retrieval.k={k}"])
        found = max(k, cast("int", self.stages["retrieval"]["k"]))
        return self.changed([f"retrieval.k={found}", f"reranking.k={k}"])


@dataclass(frozen=True, slots=True)
class Config:
    """A recipe, and what it is built over."""

    recipe: Recipe
    index: Index
    embedder: Embedder
    verifier: VerifierModel
    filters: Filters = NO_FILTERS

    def __getitem__(self, stage: str) -> Mapping[str, Any]:
        return self.recipe.stages[stage]

    @property
    def lookup(self) -> Lookup:
        """How documents are fetched from the index."""

        def lookup(doc_ids: Sequence[str]) -> dict[str, Document]:
            return {document.id: document for document in self.index.documents(doc_ids)}

        return lookup

    def about(self, *models: str) -> dict[str, Any]:
        """Return what a verdict says about how it was made; `models`, where named, do what the verifier would."""
        read_by = dict.fromkeys(name or self.verifier.card.fingerprint[:12] for name in models or ("",))
        return {
            "recipe": self.recipe.name,
            "settings": self.recipe.differing(load(self.recipe.name)),
            "index": {"name": self.index.name, "location": self.index.location, "version": self.index.version},
            "models": {"embedder": self.embedder.fingerprint[:12], "verifier": ", ".join(read_by)},
            "filters": self.filters.described(),
        }


def names() -> list[str]:
    """Return the names of all recipes."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def load(name: str) -> Recipe:
    """Return a recipe by name."""
    if name not in names():
        raise ConfigError(f"there is no recipe {name!r}; known are {', '.join(names())}")
    raw = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return Recipe(
        name=name,
        summary=raw["summary"],
        paper=raw["paper"],
        stages={stage: settings for stage, settings in raw.items() if stage not in _ABOUT},
        expected=tuple(
            Expected(**{**one, "changes": tuple(one.get("changes", ()))}) for one in raw.get("expected", ())
        ),
        questions=raw.get("questions", False),
        sentences=raw.get("sentences", False),
    )


def build(config: Config) -> Pipeline:
    """Return the pipeline of a recipe."""
    module = config.recipe.name.replace("-", "_")  # a module's name has no hyphen
    pipeline: Pipeline = import_module(f"claimwise.recipes.{module}").build(config)
    return pipeline


def _within_range(value: Value, place: str) -> Value:
    """Return a number that can be meant: counts are at least 1, probabilities at most 1, nothing is infinite."""
    numbers = value if isinstance(value, list) else [] if isinstance(value, str | bool) else [value]
    if not all(map(isfinite, numbers)):
        raise ConfigError(f"{place} takes finite numbers")
    if isinstance(value, int) and not isinstance(value, bool) and value < 1:
        raise ConfigError(f"{place} is a count: at least 1, not {value}")
    most = 1.0 if place.partition(".")[2] in _PROBABILITIES else inf
    if isinstance(value, float) and not 0.0 <= value <= most:
        raise ConfigError(f"{place} is between 0 and {most:g}, not {value:g}")
    return value


def _converted(text: str, like: Value, place: str) -> Value:
    """Return a value of the same kind as the one that it replaces."""
    try:
        if isinstance(like, bool):
            return _TRUTH[text.lower()]
        if isinstance(like, list):
            return [float(one) for one in text.strip("[]").split(",")]
        return type(like)(text)
    except (KeyError, ValueError):
        kinds = {
            bool: "true or false",
            int: "a whole number",
            float: "a number",
            str: "text",
            list: "numbers with commas",
        }
        raise ConfigError(f"{place} takes {kinds[type(like)]}, not {text!r}") from None
