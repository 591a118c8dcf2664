"""How a claim and a document are laid out for the verifier, in training and at run time alike.

    [CLS] claim [SEP] title [SEP] sentence 1 [SEP] sentence 2 [SEP] …

Token type 0 is the claim's, 1 the document's. A document that does not fit is read in windows of whole sentences, each
sharing a sentence with the one before, each with the claim and the title; a sentence that alone is longer than a window
is read in pieces, each in a window of its own. Nothing is cut off but the end of a long title. A claim is read without
its full stop: people write it or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimwise.text.passages import windows

Span = tuple[int, int]
Ids = Sequence[int]

_TITLE_TOKENS = 48
_LEAST_ROOM = 64
_SHARED_TOKENS = 24
"""What two pieces of one sentence share."""


@dataclass(frozen=True, slots=True)
class Special:
    """The tokens that hold the parts together."""

    cls: int
    sep: int


@dataclass(frozen=True, slots=True)
class Window:
    """One sequence for the verifier: where in it the claim and each of the sentences stand."""

    tokens: list[int]
    kinds: list[int]
    claim: Span
    sentences: range
    spans: list[Span]


def longest_claim(limit: int) -> int:
    """Return how many tokens a claim may have so that a window still has room for a document."""
    return limit - _TITLE_TOKENS - _LEAST_ROOM - 4


def bare(claim: str) -> str:
    """Return the claim as it is read: without the full stop at its end."""
    return claim.strip().removesuffix(".").rstrip()


def lay_out(claim: Ids, title: Ids, sentences: Sequence[Ids], *, special: Special, limit: int) -> list[Window]:
    """Return the windows of a document, at most `limit` tokens each; there is one even if it has no sentences."""
    head = [special.cls, *claim, special.sep]
    subject = [*title[:_TITLE_TOKENS], special.sep]
    room = max(1, limit - len(head) - len(subject) - 1)
    whole = [min(len(ids), room) + 1 for ids in sentences]
    cuts = windows(whole, limit=room + 1) or [range(0)]
    return [
        _window(head, subject, texts, cut, special)
        for cut in cuts
        for texts in _pieces([*sentences[cut.start : cut.stop]], room)
    ]


def _pieces(sentences: list[Ids], room: int) -> Iterator[list[Ids]]:
    """Yield the sentences of a window, or the pieces of one that is longer than it."""
    if len(sentences) != 1 or len(sentences[0]) <= room:
        yield sentences
        return
    [ids] = sentences
    step = room - min(_SHARED_TOKENS, room // 2)
    for start in range(0, max(1, len(ids) - room + step), step):
        yield [ids[start : start + room]]


def _window(head: list[int], subject: list[int], sentences: Sequence[Ids], cut: range, special: Special) -> Window:
    tokens = [*head, *subject]
    spans: list[Span] = []
    for ids in sentences:
        spans.append((len(tokens), len(tokens) + len(ids)))
        tokens += [*ids, special.sep]
    kinds = [0] * len(head) + [1] * (len(tokens) - len(head))
    return Window(tokens, kinds, (1, len(head) - 1), cut, spans)
