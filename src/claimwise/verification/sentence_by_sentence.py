"""Every selected sentence labelled by itself; those that say nothing are dropped (Luken et al. 2018, section 4.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimwise.labels import SILENT, Stance
from claimwise.stages import Labeller, Selection, Selector
from claimwise.types import Claim, Document, Evidence

_SIDES = (Stance.SUPPORTS, Stance.REFUTES)


class SentenceBySentence:
    """A verifier made of a selector and a labeller of single sentences.

    A sentence has a stance when a side is likelier than nothing, and the probability of saying anything reaches
    `decide_at`. A document's probabilities are the mean of those of its sentences with a stance, so that times their
    number they are the sum that `SummingAggregator` needs.
    """

    def __init__(self, selector: Selector, labeller: Labeller, *, decide_at: float = 0.0) -> None:
        self.selector = selector
        self.labeller = labeller
        self.decide_at = decide_at

    def selecting_by(self, selector: Selector) -> "SentenceBySentence":
        """Return the same verifier with another selector."""
        return SentenceBySentence(selector, self.labeller, decide_at=self.decide_at)

    def verify(
        self,
        pairs: Sequence[tuple[Claim, Document]],
        *,
        relevance: Sequence[float] | None = None,  # noqa: ARG002 (the contract's; the published system does not use it)
    ) -> list[Evidence]:
        """Return one piece of evidence per pair, in order."""
        selections = self.selector.select(pairs)
        texts = [
            (claim, replace(document, sentences=(document.sentences[i],)))
            for (claim, document), selection in zip(pairs, selections, strict=True)
            for i in selection.sentences
        ]
        shares = iter(self.labeller.label(texts) if texts else ())
        return [
            self._evidence(claim, document, selection, [next(shares) for _ in selection.sentences])
            for (claim, document), selection in zip(pairs, selections, strict=True)
        ]

    def _evidence(
        self, claim: Claim, document: Document, selection: Selection, shares: Sequence[Mapping[Stance, float]]
    ) -> Evidence:
        saying = [
            (1.0 - one[Stance.NOT_ENOUGH_INFO], i, one)
            for i, one in zip(selection.sentences, shares, strict=True)
            if self._has_stance(one)
        ]
        if not saying:
            mean = _mean(shares) if shares else SILENT
            return Evidence(claim.id, document.id, Stance.NOT_ENOUGH_INFO, mean, (), ())
        saying.sort(key=lambda item: (-item[0], item[1]))
        mean = _mean([one for _, _, one in saying])
        label = max(_SIDES, key=lambda stance: mean[stance])
        sentences, scores = tuple(i for _, i, _ in saying), tuple(score for score, _, _ in saying)
        return Evidence(claim.id, document.id, label, mean, sentences, scores)

    def _has_stance(self, shares: Mapping[Stance, float]) -> bool:
        nothing = shares[Stance.NOT_ENOUGH_INFO]
        return max(shares[side] for side in _SIDES) > nothing and 1.0 - nothing >= self.decide_at


def _mean(shares: Sequence[Mapping[Stance, float]]) -> dict[Stance, float]:
    return {stance: sum(one[stance] for one in shares) / len(shares) for stance in Stance}
