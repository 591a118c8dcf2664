"""A claim turned into its opposite: the direction reversed, or a negation put in or taken out.

What supports a claim refutes its opposite. What refutes a claim supports its negation, but not always its reverse:
evidence that there is no effect refutes both "increases" and "decreases".
"""

import re

from claimwise.text.negation import denied

_OPPOSITES = (
    ("increases", "decreases"),
    ("increase", "decrease"),
    ("increased", "decreased"),
    ("increasing", "decreasing"),
    ("higher", "lower"),
    ("high", "low"),
    ("more", "less"),
    ("greater", "smaller"),
    ("longer", "shorter"),
    ("promotes", "inhibits"),
    ("promote", "inhibit"),
    ("promoted", "inhibited"),
    ("activates", "suppresses"),
    ("activate", "suppress"),
    ("activation", "suppression"),
    ("enhances", "impairs"),
    ("enhance", "impair"),
    ("enhanced", "impaired"),
    ("improves", "worsens"),
    ("improve", "worsen"),
    ("improved", "worsened"),
    ("upregulates", "downregulates"),
    ("upregulated", "downregulated"),
    ("upregulation", "downregulation"),
    ("raises", "lowers"),
    ("raised", "lowered"),
    ("positive", "negative"),
    ("positively", "negatively"),
    ("before", "after"),
    ("beneficial", "harmful"),
    ("causes", "prevents"),
    ("susceptible", "resistant"),
    ("faster", "slower"),
    ("better", "worse"),
    ("rises", "falls"),
    ("accelerates", "slows"),
)
_ONE_WAY = {
    "reduces": "increases",
    "reduce": "increase",
    "reduced": "increased",
    "reducing": "increasing",
    "reduction": "increase",
    "induces": "suppresses",
    "stimulates": "inhibits",
    "blocks": "promotes",
    "fewer": "more",
    "elevated": "reduced",
    "protects against": "increases the risk of",
}
_REVERSED = dict(_OPPOSITES) | {b: a for a, b in _OPPOSITES} | _ONE_WAY
_DIRECTION = re.compile(rf"\b({'|'.join(sorted(_REVERSED, key=len, reverse=True))})\b", re.IGNORECASE)
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
_TO_BE = re.compile(r"\b(is|are|was|were|can|may|could|will)\b(?! not)")


def reverse(claim: str) -> str | None:
    """Return the claim with the first word that has a direction turned round, or None where it has none."""
    found = _DIRECTION.search(claim)
    if not found:
        return None
    other = _REVERSED[found[0].lower()]
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
