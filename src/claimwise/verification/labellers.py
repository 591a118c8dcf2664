"""Labellers of chosen sentences: by the embedded verifier, by models of `transformers`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from claimwise.labels import Stance
from claimwise.models.attention import AttentionModel
from claimwise.models.seq2seq import STANCES, Seq2SeqModel, stance_prompt
from claimwise.models.transformers import EntailmentModel
from claimwise.models.verifier import CLASSES, Logits, VerifierModel, probabilities
from claimwise.text.negation import denied
from claimwise.types import Claim, Document
from claimwise.verification.joint import NOTHING, Settings, sides_of

Pairs = Sequence[tuple[Claim, Document]]
Shares = list[Mapping[Stance, float]]


class ReadingLabeller:
    """The embedded verifier; `sided`, it tells the sides apart by the shift that was fitted for the joint one."""

    def __init__(
        self, model: VerifierModel | None = None, *, settings: Settings | None = None, sided: bool = False
    ) -> None:
        self._model = model or VerifierModel()
        self._settings = settings
        self._sided = sided

    def label(self, pairs: Pairs) -> Shares:
        """Return the probabilities of the stances of each text."""
        if not pairs:
            return []
        settings = self._settings or Settings.of_card(self._model.card.settings)
        readings = self._model.read([(claim.text, document) for claim, document in pairs])
        if not self._sided:
            settings = replace(settings, side_shift=0)
        return [
            _with_sides(one.label, settings, negated=denied(claim.text) is not None)
            for one, (claim, _) in zip(readings, pairs, strict=True)
        ]


class AttentionLabeller:
    """Decomposable attention over the words of claim and sentences (Luken et al. 2018, section 4)."""

    def __init__(self, model: AttentionModel | None = None) -> None:
        self._model = model or AttentionModel()

    def label(self, pairs: Pairs) -> Shares:
        """Return the probabilities of the stances of each text."""
        texts = [(claim.text, document.title, " ".join(document.sentences)) for claim, document in pairs]
        return _by_stance(self._model.probabilities(texts))


class EntailmentLabeller:
    """A sequence-pair model that reads the sentences as one text, without the title (Wadden et al. 2020)."""

    def __init__(self, model: EntailmentModel) -> None:
        self._model = model

    def label(self, pairs: Pairs) -> Shares:
        """Return the probabilities of the stances of each text."""
        return _by_stance(self._model.probabilities([(claim.text, " ".join(one.sentences)) for claim, one in pairs]))


class Seq2SeqLabeller:
    """A sequence-to-sequence model that reads all sentences, numbered (Pradeep et al. 2021, section 3.3)."""

    def __init__(self, model: Seq2SeqModel) -> None:
        self._model = model

    def label(self, pairs: Pairs) -> Shares:
        """Return the probabilities of the stances of each text."""
        prompts = [stance_prompt(claim.text, document.sentences) for claim, document in pairs]
        return _by_stance(self._model.probabilities(prompts, tuple(STANCES)))


def _with_sides(logits: Logits, settings: Settings, *, negated: bool) -> Mapping[Stance, float]:
    """Return the probabilities of a reading; a shift moves them between the sides only."""
    silent = float(probabilities(logits, temperature=settings.temperature)[NOTHING])
    shares = [share * (1.0 - silent) for share in sides_of(logits, settings, negated=negated)]
    return dict(zip(CLASSES, [*shares, silent], strict=True))


def _by_stance(shares: NDArray[np.float64]) -> Shares:
    return [dict(zip(CLASSES, row, strict=True)) for row in shares.tolist()]
