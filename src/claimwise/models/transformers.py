"""Any sequence-pair classifier or token tagger of the `transformers` library, by folder or hub name (extra `hf`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import MissingExtraError, ModelError, TooLongError
from claimwise.labels import Stance
from claimwise.models.verifier import CLASSES
from claimwise.text.passages import windows

_WORDS = {
    "entailment": Stance.SUPPORTS,
    "entails": Stance.SUPPORTS,
    "supports": Stance.SUPPORTS,
    "support": Stance.SUPPORTS,
    "supported": Stance.SUPPORTS,
    "contradiction": Stance.REFUTES,
    "contradicts": Stance.REFUTES,
    "refutes": Stance.REFUTES,
    "refuted": Stance.REFUTES,
    "neutral": Stance.NOT_ENOUGH_INFO,
    "not enough info": Stance.NOT_ENOUGH_INFO,
    "not_enough_info": Stance.NOT_ENOUGH_INFO,
    "nei": Stance.NOT_ENOUGH_INFO,
}
_BATCH = 16


class PairClassifier:
    """A model that sorts pairs of texts into classes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._loaded

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the probability of each class for each (claim, text), which the model sees as (text, claim).

        A text that is too long is cut off at its end, a claim never.
        """
        tokenizer, model = self._loaded
        longest = _longest(tokenizer, model)
        for claim in {claim for claim, _ in pairs}:
            demand_room(tokenizer, claim, longest - tokenizer.num_special_tokens_to_add(pair=True), self.name)

        import torch

        found = [np.zeros((0, len(self.classes)))]
        for start in range(0, len(pairs), _BATCH):
            chosen = pairs[start : start + _BATCH]
            batch = tokenizer(
                [text for _, text in chosen],
                [claim for claim, _ in chosen],
                truncation="only_first",
                max_length=longest,
                padding=True,
                return_tensors="pt",
            ).to(model.device)
            with torch.inference_mode():
                found.append(model(**batch).logits.double().softmax(dim=-1).cpu().numpy())
        return np.concatenate(found)

    @property
    def classes(self) -> list[str]:
        """What the model calls its classes, in their order."""
        return [str(word) for _, word in sorted(self._loaded[1].config.id2label.items())]

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        return load_pretrained(self.name, "AutoModelForSequenceClassification", "a sequence-pair model")


class EntailmentModel:
    """A model with three classes: entailment, contradiction, neutral, in any order.

    They are known by their usual names, or by the names that `labels` gives to the model's classes in their order.
    """

    def __init__(self, name: str, *, labels: Sequence[str] = ()) -> None:
        self.name = name
        self._labels = labels
        self._pairs = PairClassifier(name)

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._order

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the probabilities that each text supports, refutes or says nothing about the claim beside it."""
        return self._pairs.probabilities(pairs)[:, self._order]

    @cached_property
    def _order(self) -> list[int]:
        """Where in the model's output each of our classes stands."""
        labels = list(self._labels) or self._pairs.classes
        stances = {_WORDS.get(word.lower().strip()): number for number, word in enumerate(labels)}
        if set(stances) != set(CLASSES) or len(labels) != len(self._pairs.classes):
            shown = ", ".join(labels)
            raise ModelError(f"{self.name} is not an entailment model: its labels are {shown}")
        return [stances[stance] for stance in CLASSES]


class TokenTagger:
    """A model that tags the words of a text, given a claim, as B (a rationale begins), I (inside) or O (outside)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._loaded

    def scores(self, pairs: Sequence[tuple[str, Sequence[str]]]) -> list[list[float]]:
        """Return, for each claim with sentences, how much of each sentence is tagged: the mean of 1 - P(O)."""
        return [self._scores(claim, sentences) for claim, sentences in pairs]

    def _scores(self, claim: str, sentences: Sequence[str]) -> list[float]:
        tokenizer, model = self._loaded
        import torch

        outside = model.config.label2id.get("O", len(model.config.id2label) - 1)
        found: list[float] = []
        for start, tagged in tagging_inputs(tokenizer, claim, sentences, longest=_longest(tokenizer, model)):
            with torch.inference_mode():
                logits = model(input_ids=torch.tensor([tagged.tokens], device=model.device)).logits[0]
            inside = 1.0 - logits.double().softmax(dim=-1)[:, outside].cpu().numpy()
            del found[start:]
            found += [float(inside[slice(*span)].mean()) if span[1] > span[0] else 0.0 for span in tagged.spans]
        return found

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        return load_pretrained(self.name, "AutoModelForTokenClassification", "a token tagger")


@dataclass(frozen=True, slots=True)
class Tagged:
    """The tokens of a claim and of sentences, and where each of the sentences stands in them."""

    tokens: list[int]
    spans: list[tuple[int, int]]


def tagging_inputs(
    tokenizer: Any,  # noqa: ANN401 (transformers' types)
    claim: str,
    sentences: Sequence[str],
    *,
    longest: int,
) -> Iterator[tuple[int, Tagged]]:
    """Yield `[CLS] claim [SEP] sentence sentence … [SEP]` in windows that fit, each with its first sentence's index."""
    asked, *pieces = (
        tokenizer(text, add_special_tokens=False, truncation=False).input_ids for text in (claim, *sentences)
    )
    head = [tokenizer.cls_token_id, *asked, tokenizer.sep_token_id]
    room = longest - len(head) - 1
    if room < 1:
        raise TooLongError(f"the claim has {len(asked)} tokens, the model reads at most {longest}: shorten it")
    pieces = [piece[:room] for piece in pieces]
    for cut in windows([len(piece) for piece in pieces], limit=room):
        tokens = list(head)
        spans = []
        for i in cut:
            spans.append((len(tokens), len(tokens) + len(pieces[i])))
            tokens += pieces[i]
        yield cut.start, Tagged([*tokens, tokenizer.sep_token_id], spans)


def demand_room(tokenizer: Any, claim: str, room: int, name: str) -> None:  # noqa: ANN401 (transformers' types)
    """Raise for a claim beside which no text would fit."""
    count = len(tokenizer(claim, add_special_tokens=False, truncation=False).input_ids)
    if count >= room:
        raise TooLongError(f"the claim has {count} tokens, {name} reads fewer than {room}: shorten it")


def load_pretrained(name: str, kind: str, what: str) -> tuple[Any, Any]:
    """Return the tokenizer and the model of a checkpoint, ready to be asked; on a GPU where there is one."""
    tokenizer, model = read_pretrained(name, kind, what)
    import torch

    return tokenizer, model.to("cuda" if torch.cuda.is_available() else "cpu").eval()


def read_pretrained(name: str, kind: str, what: str, **options: object) -> tuple[Any, Any]:
    """Return the tokenizer and the model of a checkpoint, by folder or hub name."""
    try:
        import torch  # noqa: F401 (without it transformers reads no model)
        import transformers
    except ImportError:
        raise MissingExtraError(f"the model {name}", "hf") from None
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
        model = getattr(transformers, kind).from_pretrained(name, **options)
    except (OSError, ValueError) as error:
        raise ModelError(f"{name} is neither a folder with {what} nor one that the hub gives: {error}") from error
    return tokenizer, model


def _longest(tokenizer: Any, model: Any) -> int:  # noqa: ANN401 (transformers' types)
    positions = getattr(model.config, "max_position_embeddings", 512)
    return int(min(tokenizer.model_max_length, positions))
