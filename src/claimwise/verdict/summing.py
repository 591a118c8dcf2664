"""Verdicts by sums (Luken et al. 2018, section 4.4): what says nothing is dropped, the other distributions are added.

The class with the larger sum is the verdict, never a conflict; without a sentence that says anything there is not
enough evidence. A document's probabilities are the mean over its sentences, so that it counts once per sentence.
"""

from collections.abc import Sequence

from claimwise.labels import SIDES, Stance, VerdictLabel
from claimwise.types import Claim, Evidence, Verdict
from claimwise.verdict.stances import ordered


class SummingAggregator:
    """Adds up the sentences of both sides."""

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is its share of the sum over all three classes."""
        found = ordered(evidence)
        saying = [one for one in found if one.sentences]
        if not saying:
            silent = min((one.probabilities[Stance.NOT_ENOUGH_INFO] for one in found), default=1.0)
            return Verdict(claim, VerdictLabel.NOT_ENOUGH_EVIDENCE, silent, found, justification="")
        sums = {stance: sum(one.probabilities[stance] * len(one.sentences) for one in saying) for stance in Stance}
        winner = max(SIDES, key=lambda stance: sums[stance])
        return Verdict(claim, SIDES[winner], sums[winner] / sum(sums.values()), found, justification="")
