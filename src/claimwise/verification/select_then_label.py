"""Two steps instead of one: a selector picks sentences, a labeller reads only those (VeriSci, Vert5erini)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimwise.errors import ConfigError
from claimwise.labels import SILENT, Stance
from claimwise.stages import Labeller, Selection, Selector
from claimwise.types import Claim, Document, Evidence

GIVEN = ("both", "claim", "sentences")


class SelectThenLabel:
    """A verifier made of a selector and a labeller; a document with no sentence selected says nothing.

    The labeller is given at most `most_sentences` of them, in the order of the document, and its title unless `title`
    says not to. `given` leaves one side out, to see what the other gives away alone: the claim, or the sentences.
    """

    def __init__(
        self,
        selector: Selector,
        labeller: Labeller,
        *,
        title: bool = True,
        most_sentences: int | None = None,
        given: str = "both",
    ) -> None:
        if given not in GIVEN:
            raise ConfigError(f"a labeller is given {', '.join(GIVEN)}, not {given!r}")
        self.selector = selector
        self.labeller = labeller
        self._title = title
        self._most = most_sentences
        self._given = given

    def selecting_by(self, selector: Selector) -> "SelectThenLabel":
        """Return the same verifier with another selector."""
        return SelectThenLabel(selector, self.labeller, title=self._title, most_sentences=self._most, given=self._given)

    def verify(
        self,
        pairs: Sequence[tuple[Claim, Document]],
        *,
        relevance: Sequence[float] | None = None,  # noqa: ARG002 (the contract's; the published systems do not use it)
    ) -> list[Evidence]:
        """Return one piece of evidence per pair, in order."""
        selections = [
            Selection(one.sentences[: self._most], one.scores[: self._most]) for one in self.selector.select(pairs)
        ]
        shortened = [
            self._input(claim, document, selection)
            for (claim, document), selection in zip(pairs, selections, strict=True)
            if selection.sentences
        ]
        labels = iter(self.labeller.label(shortened))
        return [
            _evidence(claim, document, selection, next(labels) if selection.sentences else SILENT)
            for (claim, document), selection in zip(pairs, selections, strict=True)
        ]

    def _input(self, claim: Claim, document: Document, selection: Selection) -> tuple[Claim, Document]:
        sentences = tuple(document.sentences[i] for i in sorted(selection.sentences))
        if self._given == "claim":
            return claim, replace(document, title="", sentences=("",))
        asked = replace(claim, text="") if self._given == "sentences" else claim
        return asked, replace(document, title=document.title if self._title else "", sentences=sentences)


def _evidence(claim: Claim, document: Document, selection: Selection, shares: Mapping[Stance, float]) -> Evidence:
    label = max(Stance, key=lambda stance: shares[stance])
    if label is Stance.NOT_ENOUGH_INFO:
        return Evidence(claim.id, document.id, label, shares, (), ())
    return Evidence(claim.id, document.id, label, shares, selection.sentences, selection.scores)
