"""A negated claim and what it denies: "Garlic does not lower cholesterol" denies "Garlic does lower cholesterol"."""

import re

_CONTRACTED = re.compile(r"\b(?:(?P<whole>ca|wo|sha)|(?P<stem>[a-z]+))n['\u2019]t\b", re.IGNORECASE)
_WHOLE = {"ca": "can not", "wo": "will not", "sha": "shall not"}
_AUXILIARY = "is|are|was|were|can|could|may|might|will|would|shall|should|must|has|have|had|does|do|did"
_NOT = re.compile(
    rf"\b(?P<verb>{_AUXILIARY})(?:\s*not|\s+never)\b(?!\s+(?:only|just|merely|all|every|until|least)\b)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?P<verb>is|are|was|were|has|have|had)\s+no\s+(?!(?:longer|more|less|fewer|doubt|one)\b)(?P<next>\w+)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\b(?:who|whom|whose|which|that|if|when|whenever|where|while|because|although|though|unless|whether|than|since|"
    r"without)\b|[;:]|\s(?:but|yet)\b|\b(?:and|or)\s+(?:(?:also|it|they|he|she|this|these|those)\s+)?"
    rf"(?={_AUXILIARY}\b)",
    re.IGNORECASE,
)
_SOME = re.compile(r"\b(?:some|several|many|a few|half)\b|\d+(?:\.\d+)?\s?(?:%|percent\b|per cent\b)", re.IGNORECASE)
_LIMITS = re.compile(r"\b(?:until|till|but)\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"effect|impact|influence|role|link|association|connection|relation|relationship|benefit|cause", re.IGNORECASE
)


def denied(claim: str) -> str | None:
    """Return what a negated claim denies, or None where its main clause has no negation.

    Only a negation before any other clause is taken out: in "People who do not smoke live longer" it belongs to the
    people, and in "Tea wakes people but does not cure colds" to half of what is said. And "some do not" denies nothing
    that "some do" says, nor does "not until 1920" deny what happened until then.
    """
    plain = _CONTRACTED.sub(_written_out, claim)
    found = min(
        (one for one in (_NOT.search(plain), _NO.search(plain)) if one), key=lambda one: one.start(), default=None
    )
    if not found or _CLAUSE.search(plain, 0, found.end("verb")):
        return None
    if _SOME.search(plain, 0, found.start()) or _LIMITS.search(plain, found.end()):
        return None
    if found.re is _NOT:
        return plain[: found.end("verb")] + plain[found.end() :]
    article = _article(found["next"])
    return f"{plain[: found.end('verb')]} {article}{plain[found.start('next') :]}"


def _written_out(found: re.Match[str]) -> str:
    """Write "isn't" as "is not"."""
    whole = found["whole"]
    return _WHOLE[whole.lower()] if whole else f"{found['stem']} not"


def _article(noun: str) -> str:
    """Return the article that a countable noun needs where "no" stood before it."""
    if not _COUNTED.fullmatch(noun):
        return ""
    return "an " if noun[0].lower() in "aeiou" else "a "
