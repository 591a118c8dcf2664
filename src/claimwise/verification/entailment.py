"""A verifier on top of any entailment model: every sentence is read alone, the most decided ones decide."""

from collections.abc import Sequence

import numpy as np

from claimwise.labels import SILENT, Stance
from claimwise.models.transformers import EntailmentModel
from claimwise.models.verifier import CLASSES
from claimwise.types import Claim, Document, Evidence
from claimwise.verification.joint import NOTHING


class EntailmentVerifier:
    """The document's stance is that of its surest sentence; the rationale are the sentences of that stance."""

    def __init__(self, model: EntailmentModel, *, threshold: float = 0.5, most_sentences: int = 3) -> None:
        self._model = model
        self._threshold = threshold
        self._most = most_sentences

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        self._model.warm_up()

    def verify(
        self,
        pairs: Sequence[tuple[Claim, Document]],
        *,
        relevance: Sequence[float] | None = None,  # noqa: ARG002 (the contract's; every sentence speaks for itself)
    ) -> list[Evidence]:
        """Return one piece of evidence per pair, in order."""
        texts = [(claim.text, sentence) for claim, document in pairs for sentence in document.sentences]
        shares = self._model.probabilities(texts)
        found = []
        start = 0
        for claim, document in pairs:
            end = start + len(document.sentences)
            found.append(self._evidence(claim.id, document.id, shares[start:end]))
            start = end
        return found

    def _evidence(
        self, claim_id: str, doc_id: str, shares: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"
    ) -> Evidence:
        if not len(shares):
            return Evidence(claim_id, doc_id, Stance.NOT_ENOUGH_INFO, SILENT, (), ())
        best = shares[shares[:, :NOTHING].max(axis=1).argmax()]
        by_stance = dict(zip(CLASSES, best.tolist(), strict=True))
        label = max((Stance.SUPPORTS, Stance.REFUTES), key=lambda stance: by_stance[stance])
        column = shares[:, CLASSES.index(label)]
        chosen = [int(i) for i in np.argsort(-column, kind="stable")[: self._most] if column[i] >= self._threshold]
        if not chosen:
            return Evidence(claim_id, doc_id, Stance.NOT_ENOUGH_INFO, by_stance, (), ())
        return Evidence(claim_id, doc_id, label, by_stance, tuple(chosen), tuple(float(column[i]) for i in chosen))
