"""Two steps instead of one: a selector picks sentences, a labeller reads only those (VeriSci, Vert5erini)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from claimwise.labels import Stance
from claimwise.models.verifier import CLASSES, VerifierModel, probabilities
from claimwise.stages import Labeller, Selection, Selector
from claimwise.types import Claim, Document, Evidence, Judgement
from claimwise.verification.joint import NOTHING, Settings

_SURE_OF_NOTHING = {stance: float(stance is Stance.NOT_ENOUGH_INFO) for stance in Stance}


class SelectThenLabel:
    """A verifier made of a selector and a labeller; a document with no sentence selected says nothing."""

    def __init__(self, selector: Selector, labeller: Labeller) -> None:
        self._selector = selector
        self._labeller = labeller

    def verify(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Evidence]:
        """Return one piece of evidence per pair, in order."""
        selections = self._selector.select(pairs)
        shortened = [
            (claim, replace(document, sentences=tuple(document.sentences[i] for i in selection.sentences)))
            for (claim, document), selection in zip(pairs, selections, strict=True)
            if selection.sentences
        ]
        labels = iter(self._labeller.label(shortened))
        return [
            _evidence(claim, document, selection, next(labels) if selection.sentences else _SURE_OF_NOTHING)
            for (claim, document), selection in zip(pairs, selections, strict=True)
        ]


class SentenceSelector:
    """Selects by the embedded verifier, reading every sentence alone with the claim."""

    def __init__(self, model: VerifierModel | None = None, *, threshold: float = 0.5) -> None:
        self._model = model or VerifierModel()
        self._threshold = threshold

    def select(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Selection]:
        """Return the sentences whose probability of saying anything reaches the threshold, best first."""
        alone = [
            (claim.text, Document(document.id, "", (sentence,)))
            for claim, document in pairs
            for sentence in document.sentences
        ]
        readings = iter(self._model.read(alone))
        selections = []
        for _, document in pairs:
            saying = [1.0 - float(probabilities(next(readings).label)[NOTHING]) for _ in document.sentences]
            order = [int(i) for i in np.argsort(-np.array(saying), kind="stable") if saying[i] >= self._threshold]
            selections.append(Selection(tuple(order), tuple(saying[i] for i in order)))
        return selections


class OracleSelector:
    """Selects the annotators' rationales: for measuring a labeller alone."""

    def __init__(self, judgements: Sequence[Judgement]) -> None:
        self._gold = {(one.claim_id, one.doc_id): one for one in judgements}

    def select(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Selection]:
        """Return all sentences of all rationales of each pair."""
        chosen = [self._sentences(claim.id, document.id) for claim, document in pairs]
        return [Selection(sentences, (1.0,) * len(sentences)) for sentences in chosen]

    def _sentences(self, claim_id: str, doc_id: str) -> tuple[int, ...]:
        gold = self._gold.get((claim_id, doc_id))
        rationales = gold.rationales if gold else ()
        return tuple(sorted({i for rationale in rationales for i in rationale}))


class ReadingLabeller:
    """Labels by the embedded verifier."""

    def __init__(self, model: VerifierModel | None = None, *, settings: Settings | None = None) -> None:
        self._model = model or VerifierModel()
        self._settings = settings

    def label(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Mapping[Stance, float]]:
        """Return the probabilities of the stances of each text."""
        if not pairs:
            return []
        settings = self._settings or Settings.of_card(self._model.card.settings)
        readings = self._model.read([(claim.text, document) for claim, document in pairs])
        shares = [probabilities(one.label, temperature=settings.temperature).tolist() for one in readings]
        return [dict(zip(CLASSES, share, strict=True)) for share in shares]


def _evidence(claim: Claim, document: Document, selection: Selection, shares: Mapping[Stance, float]) -> Evidence:
    label = max(Stance, key=lambda stance: shares[stance])
    if label is Stance.NOT_ENOUGH_INFO:
        return Evidence(claim.id, document.id, label, shares, (), ())
    return Evidence(claim.id, document.id, label, shares, selection.sentences, selection.scores)
