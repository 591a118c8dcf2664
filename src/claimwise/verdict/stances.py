"""Verdicts from the stances of answers, by the rule of Schlichtkrull et al. 2023 (section 4.4).

Answers on both sides are conflicting evidence, on one side decide for it, and none is not enough evidence. One stray
answer then makes a conflict; `fitted.py` weighs instead.
"""

from collections.abc import Sequence

from claimwise.labels import SIDES, Stance, VerdictLabel
from claimwise.types import Claim, Evidence, Verdict


class PaperAggregator:
    """The deterministic rule of the paper."""

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is that of the strongest answer on the side that decides."""
        sides = {stance: [one.probabilities[stance] for one in evidence if one.label is stance] for stance in SIDES}
        present = [stance for stance, shares in sides.items() if shares]
        found = ordered(evidence)
        if len(present) == 2:
            return Verdict(claim, VerdictLabel.CONFLICTING, min(map(max, sides.values())), found, justification="")
        if present:
            return Verdict(claim, SIDES[present[0]], max(sides[present[0]]), found, justification="")
        silent = min((one.probabilities[Stance.NOT_ENOUGH_INFO] for one in evidence), default=1.0)
        return Verdict(claim, VerdictLabel.NOT_ENOUGH_EVIDENCE, silent, found, justification="")


def ordered(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence: what has a stance first, the surest of it before, then what comes nearest to one."""
    return tuple(sorted(evidence, key=lambda one: (one.label is Stance.NOT_ENOUGH_INFO, -_nearness(one))))


def _nearness(evidence: Evidence) -> float:
    """Return how sure the stance is or, without one, how far the document is from saying nothing."""
    share = evidence.probabilities[evidence.label]
    return -share if evidence.label is Stance.NOT_ENOUGH_INFO else share
