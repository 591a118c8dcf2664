"""The joint verifier: one pass over claim and document gives the label and the deciding sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from claimwise.labels import Stance
from claimwise.models.verifier import CLASSES, Reading, VerifierModel, probabilities
from claimwise.types import Claim, Document, Evidence

NOTHING = CLASSES.index(Stance.NOT_ENOUGH_INFO)


@dataclass(frozen=True, slots=True)
class Settings:
    """What turns logits into evidence; fitted on SciFact train by cross-validation and kept in the model's card.

    A document has a stance when the probability that it says anything reaches `decide_at`; a sentence belongs to the
    rationale when its own reaches `select_at`. The best sentence always does, at most `most_sentences` do.
    """

    temperature: float = 1.0
    decide_at: float = 0.5
    select_at: float = 0.5
    most_sentences: float = 5

    @classmethod
    def of_card(cls, values: Mapping[str, float]) -> "Settings":
        """Return the settings that a card holds."""
        return cls(**{name: value for name, value in values.items() if name in cls.__slots__})


class JointVerifier:
    """The embedded verifier, or another of its kind."""

    def __init__(self, model: VerifierModel | None = None, *, settings: Settings | None = None) -> None:
        self._model = model or VerifierModel()
        self._settings = settings

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        self._model.warm_up()

    def verify(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Evidence]:
        """Return one piece of evidence per pair, in order."""
        if not pairs:
            return []
        settings = self._settings or Settings.of_card(self._model.card.settings)
        readings = self._model.read([(claim.text, document) for claim, document in pairs])
        return [
            evidence_of(claim.id, document.id, reading, settings)
            for (claim, document), reading in zip(pairs, readings, strict=True)
        ]


def evidence_of(claim_id: str, doc_id: str, reading: Reading, settings: Settings) -> Evidence:
    """Return what a reading says, sentences best first."""
    shares = probabilities(reading.label, temperature=settings.temperature)
    by_stance = {stance: float(share) for stance, share in zip(CLASSES, shares, strict=True)}
    saying = 1.0 - by_stance[Stance.NOT_ENOUGH_INFO]
    if saying < settings.decide_at or not len(reading.sentences):
        return Evidence(claim_id, doc_id, Stance.NOT_ENOUGH_INFO, by_stance, (), ())
    label = max((Stance.SUPPORTS, Stance.REFUTES), key=lambda stance: by_stance[stance])
    chosen, scores = select(reading, settings)
    return Evidence(claim_id, doc_id, label, by_stance, chosen, scores)


def select(reading: Reading, settings: Settings) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the deciding sentences and their probabilities, best first: one at least."""
    saying = 1.0 - probabilities(reading.sentences)[:, NOTHING]
    order = [int(i) for i in np.argsort(-saying, kind="stable")[: int(settings.most_sentences)]]
    chosen = [i for i in order if saying[i] >= settings.select_at] or order[:1]
    return tuple(chosen), tuple(float(saying[i]) for i in chosen)
