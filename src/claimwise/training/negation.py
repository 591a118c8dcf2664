"""A claim turned into its opposite: the direction reversed, a negation put in or taken out, or a number changed.

What supports a claim refutes its opposite. What refutes a claim supports its negation, but not always its reverse:
evidence that there is no effect refutes both "increases" and "decreases". Nor does it support another number.
"""

import re

from claimwise.text.directions import DIRECTED, REVERSED
from claimwise.text.negation import denied

VERBS = {
    word: re.sub(r"(?<=ss)es$|s$", "", word)
    for word in re.findall(
        r"\w+",
        """
        accelerates activates affects allows alters attenuates augments blocks boosts causes confers
        controls contributes correlates decreases delays depends determines disrupts drives enables enhances
        exacerbates facilitates governs impacts impairs improves increases induces influences inhibits
        initiates interacts leads limits links lowers maintains mediates mimics modulates predicts preserves
        prevents produces promotes protects provides raises reduces regulates represses requires rescues
        restores results reveals shapes slows stabilizes stimulates supports suppresses targets triggers
        underlies worsens
        """,
    )
}
"""Verbs that science states findings with, third person to infinitive."""
_VERB = re.compile(rf"\b({'|'.join(VERBS)})\b")
_AMOUNT = re.compile(
    r"(?<![\w.,-])[1-9]\d*(?:\.\d+)?(?=%|-fold\b| (?:percent|fold|times|years?|months|weeks|days|hours|million)\b)"
)
_BOUND = re.compile(r"\b(?:least|most|than|over|above|under|below|within|to)\s$")
_HALF = 50
_TO_BE = re.compile(r"\b(is|are|was|were|can|may|could|will)\b(?! not)")


def reverse(claim: str) -> str | None:
    """Return the claim with the first word that has a direction turned round, or None where it has none."""
    found = DIRECTED.search(claim)
    if not found:
        return None
    other = REVERSED[found[0].lower()]
    return claim[: found.start()] + (other.capitalize() if found[0][0].isupper() else other) + claim[found.end() :]


def negate(claim: str) -> str | None:
    """Return the claim with a negation taken out, or put in at its first auxiliary or usual verb; None without one."""
    if other := denied(claim):
        return other
    if re.search(r"\b(?:no|not|never|cannot)\b", claim):
        return None
    found = _VERB.search(claim)
    if found:
        return f"{claim[: found.start()]}does not {VERBS[found[1]]}{claim[found.end() :]}"
    found = _TO_BE.search(claim)
    return claim[: found.end()] + " not" + claim[found.end() :] if found else None


def renumber(claim: str) -> str | None:
    """Return the claim with its first amount doubled, or halved where it is more than half of all; None without one.

    A bound has no opposite of this kind: what has more than 90 % has more than 45 %.
    """
    found = _AMOUNT.search(claim)
    if not found or _BOUND.search(claim, 0, found.start()):
        return None
    value = float(found[0])
    other = value / 2 if value > _HALF and claim[found.end()] in " %" else value * 2
    return f"{claim[: found.start()]}{other:g}{claim[found.end() :]}"
