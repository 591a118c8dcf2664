"""Verdicts on claims that are either true or false, as in COVID-19 Scientific (Pradeep et al. 2021, section 5.3).

The document that is most sure decides. What it does not support is refuted, and so is a claim without evidence.
"""

from collections.abc import Sequence

from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Evidence, Verdict


class TwoWayAggregator:
    """Never undecided."""

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is the probability that the deciding document gives to it.

        Without one, it is what the best supported probability leaves.
        """
        ordered = tuple(sorted(evidence, key=lambda one: one.probabilities[Stance.NOT_ENOUGH_INFO]))
        decided = [one for one in ordered if one.label is not Stance.NOT_ENOUGH_INFO]
        best = max(decided, key=lambda one: one.probabilities[one.label], default=None)
        if best is not None:
            label = VerdictLabel.SUPPORTED if best.label is Stance.SUPPORTS else VerdictLabel.REFUTED
            return Verdict(claim, label, best.probabilities[best.label], ordered, justification="")
        support = max((one.probabilities[Stance.SUPPORTS] for one in ordered), default=0.0)
        return Verdict(claim, VerdictLabel.REFUTED, 1.0 - support, ordered, justification="")
