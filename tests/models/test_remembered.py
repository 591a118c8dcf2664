"""What was read once is not read again, and is the same."""

from collections.abc import Sequence

import numpy as np

from claimwise.models.remembered import RememberingVerifier
from claimwise.models.verifier import Reading, VerifierModel
from claimwise.types import Document


class Counting(VerifierModel):
    """The embedded verifier, which remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def read(self, pairs: Sequence[tuple[str, Document]]) -> list[Reading]:
        self.asked += [" ".join(document.sentences) for _, document in pairs]
        return super().read(pairs)


def pair(text: str, *, title: str = "") -> tuple[str, Document]:
    return "The bridge is closed.", Document(text, title, (text,))


def test_only_what_is_new_is_read() -> None:
    inner = Counting()
    model = RememberingVerifier(inner, most=2)
    first = model.read([pair("It is shut."), pair("It is open."), pair("It is shut.")])
    again = model.read([pair("It is open."), pair("It is red.")])
    assert inner.asked == ["It is shut.", "It is open.", "It is red."]
    assert np.array_equal(first[0].label, first[2].label)
    assert np.array_equal(first[1].label, again[0].label)
    model.read([pair("It is shut.")])
    assert inner.asked[3:] == ["It is shut."], "the oldest was forgotten"
    model.read([pair("It is shut.", title="A title")])
    assert len(inner.asked) == 5
    assert model.card == inner.card
