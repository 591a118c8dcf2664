"""Whether a claim speaks of what stands in the parenthesis of a title: `Milk (film)` in `Milk stars Sean Penn`.

A parenthesis is spoken of when the claim has one of its words, or a word that goes with its last one: films have
directors and stars, albums have charts. The words are those that go together most often in FEVER's training data.
"""

import re

from claimwise.text.tokens import STOP_WORDS

_WORD = re.compile(r"\w\w+")


def _each(heads: str, hints: str) -> dict[str, frozenset[str]]:
    return dict.fromkeys(heads.split(), frozenset(hints.split()))


_SCREEN = (
    "film films movie movies directed director directors star stars starred starring cast actor actors actress filmed "
    "filming cinematography screenplay written writer adaptation adapted based premiered premiere dubbed plot sequel "
    "trilogy horror comedy drama thriller animated produced producer grossed oscar oscars academy scene scenes role "
    "released features nominated award awards box office picture budget genre biopic soundtrack "
)
_SOUND = (
    "album albums song songs single singles released recorded record records recording label chart charts charted "
    "billboard certified platinum gold peaked topped track tracks music musical band singer rapper sung written "
    "performed live lyrics hit composed composer producer genre pop rock debut studio "
)
_PERSON = (
    "born birth died death he she his her him married wife husband son daughter sister brother person man woman he's "
    "career nominated won award awards acted acts actor actress film films movie movies starred starring played plays "
    "role sang sings singer musician rapper album albums song songs artist dancer model television directed wrote "
    "sitcom music produced worked performed graduated american british"
)
_HINTS = {
    **_each("film films franchise", _SCREEN),
    **_each(
        "series miniseries show",
        _SCREEN + "series tv television show shows season seasons episode episodes aired airs"
        " network channel sitcom drama created canceled cancelled renewed broadcast",
    ),
    **_each("album ep soundtrack song single", _SOUND),
    **_each("band group", _SOUND + "group members member formed guitarist drummer vocalist tour"),
    **_each("actor actress actors singer musician rapper director producer writer screenwriter host comedian", _PERSON),
    **_each("politician businessman wrestler wrestling footballer basketball tennis proconsul", _PERSON),
    **_each("game", "game games developed developer player players console playstation xbox nintendo released"),
    **_each("novel book comics character", "novel book books written author published comic comics character trilogy"),
    **_each("river", "river flows water long basin"),
    **_each("company brand magazine", "company founded founder business headquarters brand magazine based sells"),
}


def all_words(claim: str) -> frozenset[str]:
    """Return the words of a claim, "he" and "she" among them, which go with people."""
    return frozenset(_WORD.findall(claim.lower()))


def speaks_of(claim_words: frozenset[str], aside: str) -> float:
    """Return how far a claim speaks of a parenthesis: the share of its words, half a word for a hint at the last."""
    parts = [word for word in _WORD.findall(aside.lower()) if word not in STOP_WORDS or word in _HINTS]
    if not parts:
        return 0.0
    named = sum(part in claim_words for part in parts)
    hinted = parts[-1] not in claim_words and bool(_HINTS.get(parts[-1], frozenset()) & claim_words)
    return (named + 0.5 * hinted) / len(parts)
