"""Readings of the verifier that are remembered: what reranks reads the same pairs as what decides."""

from collections import OrderedDict
from collections.abc import Sequence

from claimwise.models.card import Card
from claimwise.models.verifier import Reading, VerifierModel
from claimwise.types import Document

_MOST = 4096

Key = tuple[str, str, tuple[str, ...]]


class RememberingVerifier(VerifierModel):
    """Another verifier model, whose last readings are kept; the oldest go first."""

    def __init__(self, inner: VerifierModel, *, most: int = _MOST) -> None:
        super().__init__(inner.folder)
        self._inner = inner
        self._most = most
        self._kept: OrderedDict[Key, Reading] = OrderedDict()

    @property
    def card(self) -> Card:
        """Where the model comes from, and its limits."""
        return self._inner.card

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        self._inner.warm_up()

    def read(self, pairs: Sequence[tuple[str, Document]]) -> list[Reading]:
        """Return what each document says about the claim beside it; only what is new is read."""
        keys = [(claim, document.title, document.sentences) for claim, document in pairs]
        new = {key: pair for key, pair in zip(keys, pairs, strict=True) if key not in self._kept}
        known = {key: self._kept[key] for key in keys if key in self._kept}
        known |= zip(new, self._inner.read(list(new.values())), strict=True)
        for key in dict.fromkeys(keys):
            self._kept[key] = known[key]
            self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return [known[key] for key in keys]
