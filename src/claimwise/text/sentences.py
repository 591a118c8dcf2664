# ruff: noqa: RUF001 - typographic quotation marks and dashes are part of the subject
"""Divide English prose into sentences, by rule, in linear time.

A stop followed by white space is a candidate boundary; what stands on its two sides may speak against it. Blank lines
and bullets always divide. The rules were written against one half of SciFact's abstracts and measured on the other:
`benchmarks/sentences.py` compares them with the splitters on PyPI.
"""

import re
from collections.abc import Iterator

LONGEST = 2000
"""No sentence has more characters: what runs on is divided at a semicolon, a comma or white space."""

# One set of characters opens the pattern, for a fast scan; every repetition is possessive and a run of stops is tried
# once, so that no text makes the search quadratic.
_CANDIDATE = re.compile(
    r"""
    [.!?…\n] (?:
        (?<=\n) [^\S\n]*+ (?: \n\s*+ | (?=[-–*•‣▪◦]\s) )                # a blank line, or a line with a bullet
      | (?<!\n) (?<![.!?…]{2}) (?P<more>[.!?…]*+)                       # a stop,
        (?: [)\]}"'”’»] | \s?\[\d[\d,–-]*+\] )*+                        # what closes or cites after it,
        (?: \s["'”]{1,2}(?=\s) )?+ \s++                                 # a closing quotation mark that stands apart,
        (?= (?: [(\[{"'“‘«] | ``\s? )*+                                 # and what opens the next: a word, an initial,
            (?P<next> [^\W_] (?: \. | [\w-]*+ ) | [^\s\w.,;:!?…)\]}%–—-] | [-–]\s?(?=[A-Z\d]) ) )  # or a symbol
    )
    """,
    re.VERBOSE,
)
_ITEM = re.compile(r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivx]{2,4}|[IVX]{2,4})[.)\]]*")  # 2. Methods
_INITIALS = re.compile(r"(?:[A-Za-z]\.-?)+[A-Za-z]|[A-Z]")  # U.S., i.v., J.-P., and a letter alone: E. coli
_BEFORE_NUMBER = re.compile(
    r"""
    (?<![\w.]) (?: [Nn]os? | Nr | [Pp]p? | v | c | n | ed | ver | art | ch | sect | (?<!\d\s)min | max | avg | Res | Rs
    | Jan | Feb | Mar | Apr | Jun | Jul | Aug | Sept? | Oct | Nov | Dec ) \Z
    | (?: (?<![\w.])0 | [=<>≤≥±~(\[] \s?\d+ ) \Z  # p = 0. 05: a decimal that bad extraction has pulled apart
    """,
    re.VERBOSE,
)
_CUTS = tuple(re.compile(rf"(?s:.*){mark}") for mark in (r";(?=\s)", r",(?=\s)", r"\s"))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEVER_LAST = _words("e.g i.e E.g I.e vs cf Cf viz approx ca Fig Figs fig figs Eq Eqs Ref Refs ref refs")
_RARELY_LAST = _words("""
    Dr Drs Prof Mr Mrs Ms Messrs Gen Sen Sens Rep Reps Gov Pres Lt Sgt Capt Col Cmdr Det Rev Hon Fr St Mt Ave
    Inc Ltd Corp Co Bros Pty Pvt Jr Sr Univ Dept Assn Vol vol Art Ch Suppl v al sp spp ssp subsp var cv syn nov
    Ala Ariz Calif Colo Conn Fla Ga Ky Md Mich Minn Miss Mo Okla Pa Tenn Va Vt Wis
""")
# After initials, or an abbreviation that may end a sentence, these begin the next one: they are hardly ever names.
_OPENINGS = _words("""
    A After All Although Among An And As At Because Before Both But By During Each Finally For From Furthermore He
    Hence Here His However I If In It Its Many Moreover Neither Nevertheless Of On Our Overall She Since Some Such That
    The Their Then There Therefore These They This Those Thus To Two Under Using We What When Where Whereas Whether
    While Who Why With Within BACKGROUND CONCLUSION CONCLUSIONS FINDINGS METHODS OBJECTIVE OBJECTIVES RESULTS
""")


def split(text: str) -> list[str]:
    """Return the sentences of `text` in order, stripped; only white space between them is lost."""
    text = text.strip()
    sentences: list[str] = []
    start = 0
    for match in _CANDIDATE.finditer(text):
        if match["next"] is None or _ends_sentence(text, start, match):
            sentences += _bounded(text[start : match.end()].rstrip())
            start = match.end()
    sentences += _bounded(text[start:])
    return sentences


def _ends_sentence(text: str, start: int, candidate: re.Match[str]) -> bool:
    """Say whether the stop of `candidate` ends the sentence that began at `start`."""
    stop, following = candidate.start(), candidate["next"]
    if following.islower() and not any(map(str.isdigit, following)):
        return False  # prose goes on in lower case, but mRNA, p53 and miR-192 may begin a sentence
    if stop - start < 8 and _ITEM.fullmatch(text, start, stop):
        return False
    if candidate["more"] or text[stop] != ".":
        return True
    before = text[max(start, stop - 24) : stop]
    if following[0].isdigit() and _BEFORE_NUMBER.search(before):
        return False
    word = (before.split() or [""])[-1].lstrip("([{\"'“‘«")
    if word in _NEVER_LAST:
        return False
    if word in _RARELY_LAST or _INITIALS.fullmatch(word):
        return following in _OPENINGS
    return True


def _bounded(sentence: str) -> Iterator[str]:
    """Yield `sentence` in stripped parts of at most `LONGEST` characters; nothing if it is empty."""
    start = 0
    while len(sentence) - start > LONGEST:
        found = (cut.match(sentence, start + LONGEST // 2, start + LONGEST) for cut in _CUTS)
        end = next((match.end() for match in found if match), start + LONGEST)
        if part := sentence[start:end].strip():
            yield part
        start = end
    if part := sentence[start:].strip():
        yield part
