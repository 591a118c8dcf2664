"""Verdicts on claims that are either true or false, as in COVID-19 Scientific (Pradeep et al. 2021, section 5.3).

The document that is most sure decides. What it does not support is refuted, and so is a claim without evidence.
"""

from collections.abc import Sequence

from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Evidence, Verdict
from claimwise.verdict.stances import ordered


class TwoWayAggregator:
    """Never undecided."""

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is the probability that the deciding document gives to it.

        Without one, it is what the best supported probability leaves.
        """
        found = ordered(evidence)
        decided = [one for one in found if one.label is not Stance.NOT_ENOUGH_INFO]
        best = max(decided, key=lambda one: one.probabilities[one.label], default=None)
        if best is not None:
            label = VerdictLabel.SUPPORTED if best.label is Stance.SUPPORTS else VerdictLabel.REFUTED
            return Verdict(claim, label, best.probabilities[best.label], found, justification="")
        support = max((one.probabilities[Stance.SUPPORTS] for one in found), default=0.0)
        return Verdict(claim, VerdictLabel.REFUTED, 1.0 - support, found, justification="")
