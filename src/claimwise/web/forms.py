"""What people fill in: the fields of a form made into a request of the API, so that both have one set of rules."""

from typing import Annotated, Any, TypeVar

from fastapi import Form
from pydantic import BaseModel, ValidationError

from claimwise.recipes.recipe import load, names
from claimwise.web.problems import unusable
from claimwise.web.service import Service

Model = TypeVar("Model", bound=BaseModel)


class How:
    """The fields that are folded away: how to check."""

    def __init__(
        self,
        index: Annotated[str, Form()] = "",
        recipe: Annotated[str, Form()] = "",
        k: Annotated[str, Form()] = "",
        as_of: Annotated[str, Form()] = "",
        allow_undated: Annotated[str, Form()] = "",
        source: Annotated[str, Form()] = "",
        as_is: Annotated[str, Form()] = "",
    ) -> None:
        self.values = {"index": index, "recipe": recipe, "k": k, "as_of": as_of, "allow_undated": allow_undated}
        self.values |= {"source": source, "as_is": as_is}

    def request(self, kind: type[Model], **more: Any) -> Model:  # noqa: ANN401 (fields of any kind)
        """Return a request of the API, or raise with what is wrong in words for people."""
        given: dict[str, Any] = {name: value.strip() for name, value in self.values.items() if value.strip()}
        if "source" in given:
            given["sources"] = [given.pop("source")]
        try:
            return kind(**given, **more)
        except ValidationError as error:
            told = "; ".join(f"{_NAMES.get(str(one['loc'][0]), one['loc'][0])}: {one['msg']}" for one in error.errors())
            safe = told.encode(errors="replace").decode()
            raise unusable(safe) from None


_NAMES = {"k": "number of documents", "as_of": "date limit", "claim": "the claim", "text": "the text"}
EMPTY = {"index": "", "recipe": "", "k": "", "as_of": "", "allow_undated": "", "source": "", "as_is": ""}


def choices(service: Service) -> dict[str, Any]:
    """Return what the form offers."""
    recipes = [(name, load(name).summary) for name in sorted(names(), key=lambda name: (name != "claimwise", name))]
    indexes = service.corpora.described(wait=False)
    sources = sorted({source for one in indexes for source in _sources(one) if source})
    return {"indexes": indexes, "recipes": recipes, "all_sources": sources[:500], "most": service.limits.documents_read}


def _sources(described: Any) -> list[str]:  # noqa: ANN401 (what the API says of an index)
    return list(described.get("sources", ()))
