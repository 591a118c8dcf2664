"""How a claim and a document are laid out for the verifier, in training and at run time alike.

    [CLS] claim [SEP] title [SEP] sentence 1 [SEP] sentence 2 [SEP] …

Token type 0 is the claim's, 1 the document's. A document that does not fit is read in windows of whole sentences, each
sharing a sentence with the one before, each with the claim and the title: nothing is cut off but the end of a title or
of a single sentence that alone is longer than a window. A claim is read without its full stop: people write it or not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from claimwise.text.passages import windows

Span = tuple[int, int]
Ids = Sequence[int]

_TITLE_TOKENS = 48
_LEAST_ROOM = 64


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
    room = limit - len(head) - len(subject)
    sentences = [ids[: room - 1] for ids in sentences]
    cuts = windows([len(ids) + 1 for ids in sentences], limit=room) or [range(0)]
    return [_window(head, subject, sentences, cut, special) for cut in cuts]


def _window(head: list[int], subject: list[int], sentences: Sequence[Ids], cut: range, special: Special) -> Window:
    tokens = [*head, *subject]
    spans: list[Span] = []
    for i in cut:
        spans.append((len(tokens), len(tokens) + len(sentences[i])))
        tokens += [*sentences[i], special.sep]
    kinds = [0] * len(head) + [1] * (len(tokens) - len(head))
    return Window(tokens, kinds, (1, len(head) - 1), cut, spans)
