"""A statement turned into the question whether it is so: "A refused B" becomes "Did A refuse B?"."""

import re

from claimwise.text.verbs import AUXILIARIES, BE, DO, HAVE, MODALS, base_of, find_verb, listed

_PRONOUNS = listed("he she it they we i you this that these those there the a an")
_LEAD = re.compile(r"^((?:In|On|By|At|Since|Before|After|During|As of|From)\s[^,]{2,40}),\s+(.+)$", re.DOTALL)
_SMALL = listed("""
    the a an in on at by for from of to and or but with this that these those there it its his her he she they their we
    our i you your some many most all every each no any after before during since when while if as more than over about
    people women men children doctors scientists researchers police coronavirus vaccines vaccine masks face
""")


def whether(statement: str) -> str:
    """Return the question whether a statement is so."""
    text = " ".join(statement.split()).rstrip(".!?;:, ")
    if lead := _LEAD.match(text):
        turned = _turned(lead[2])
        if turned:
            return f"{turned} {lowered(lead[1])}?"
    return f"{_turned(text)}?" if _turned(text) else f"Is it true that {lowered(text)}?"


def without_lead(statement: str) -> str:
    """Return a statement without the adverbial that it begins with and without its stop."""
    text = " ".join(statement.split()).rstrip(".!?;:, ")
    lead = _LEAD.match(text)
    return lead[2] if lead else text


def _turned(text: str) -> str | None:
    """Return the words of the question, without its mark; None where no verb is found."""
    words = text.split()
    place = find_verb(words)
    if place is None:
        return None
    subject, verb, rest = " ".join(words[:place]), words[place], words[place + 1 :]
    plain = verb.lower()
    if plain in AUXILIARIES and not _is_main(plain, rest):
        first, rest = ("can", ["not", *rest]) if plain == "cannot" else (plain, rest)
        return " ".join([first.capitalize(), lowered(subject), *rest])
    helper = "Does" if plain.endswith("s") and base_of(plain) else "Did" if _is_past(plain) else "Do"
    if plain in HAVE:
        helper, base = {"has": "Does", "have": "Do", "had": "Did"}[plain], "have"
    elif plain in DO:
        helper, base = {"does": "Does", "do": "Do", "did": "Did"}[plain], "do"
    else:
        base = base_of(plain) or plain
    return " ".join([helper, lowered(subject), base, *rest])


def _is_main(auxiliary: str, rest: list[str]) -> bool:
    """Tell "has a policy" and "did nothing" from "has gone" and "did not go"."""
    if auxiliary in BE | MODALS:
        return False
    following = rest[0].lower() if rest else ""
    if following in {"not", "never", "been", "also", "already", "just", "only", "now", "recently", "always"}:
        return False
    participle = following.endswith(("ed", "en", "wn")) or following in _PARTICIPLES
    return not participle if auxiliary in HAVE else True


_PARTICIPLES = listed("""
    been become begun bought brought built caught come cost cut dealt done fallen felt fought found given gone got held
    hit kept known laid led left lost made meant met paid put read risen run said seen sent set shot shut sold spent
    spread stood struck taken taught thought told understood won written
""")


def _is_past(verb: str) -> bool:
    return base_of(verb) is not None and not verb.endswith("s")


def lowered(text: str) -> str:
    """Return text that can stand inside a sentence: its first word small, unless it is a name."""
    first, _, rest = text.partition(" ")
    small = first.lower() in _SMALL | _PRONOUNS or (first.istitle() and first.lower().endswith("ly"))
    return f"{first.lower()} {rest}".strip() if small and first != "I" else text
