"""Verdicts by counting documents (Samarinas et al. 2021): few decide nothing, otherwise the majority does."""

from collections.abc import Sequence

from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Evidence, Verdict
from claimwise.verdict.stances import ordered


class CountingAggregator:
    """Fewer than `few` documents with a stance are inconclusive; more that support: probably true; else false."""

    def __init__(self, *, few: int = 2) -> None:
        self._few = few

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is the majority's share, with one document more on either side."""
        cited = [one for one in evidence if one.sentences]
        for_, against = (sum(one.label is stance for one in cited) for stance in (Stance.SUPPORTS, Stance.REFUTES))
        found = ordered(evidence)
        if for_ + against < self._few:
            confidence = 1 / (1 + for_ + against)
            return Verdict(claim, VerdictLabel.NOT_ENOUGH_EVIDENCE, confidence, found, justification="")
        label = VerdictLabel.SUPPORTED if for_ > against else VerdictLabel.REFUTED
        return Verdict(claim, label, (max(for_, against) + 1) / (for_ + against + 2), found, justification="")
