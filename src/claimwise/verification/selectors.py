"""Selectors of deciding sentences: by the embedded verifier, by similarity, by models of `transformers`."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from claimwise.models.embedder import Embedder
from claimwise.models.seq2seq import RELEVANCE, Seq2SeqModel, relevance_prompt
from claimwise.models.transformers import PairClassifier, TokenTagger
from claimwise.models.verifier import VerifierModel, probabilities
from claimwise.stages import Selection
from claimwise.types import Claim, Document, Judgement
from claimwise.verification.joint import NOTHING, Settings, select

Pairs = Sequence[tuple[Claim, Document]]


def over(scores: Sequence[float] | NDArray[np.float64], threshold: float) -> Selection:
    """Return the sentences whose score reaches the threshold, best first."""
    values = np.asarray(scores, dtype=np.float64)
    order = [int(i) for i in np.argsort(-values, kind="stable") if values[i] >= threshold]
    return Selection(tuple(order), tuple(float(values[i]) for i in order))


def _shared_out(scores: Sequence[float] | NDArray[np.float64], pairs: Pairs) -> Iterator[NDArray[np.float64]]:
    """Yield, for each pair, the scores of its sentences, which come one after another."""
    if not pairs:
        return
    ends = np.cumsum([len(document.sentences) for _, document in pairs])
    yield from np.split(np.asarray(scores, dtype=np.float64), ends[:-1])


def _sentences(pairs: Pairs) -> list[tuple[str, str]]:
    return [(claim.text, sentence) for claim, document in pairs for sentence in document.sentences]


class SentenceSelector:
    """The embedded verifier, reading every sentence alone with the claim."""

    def __init__(self, model: VerifierModel | None = None, *, threshold: float = 0.5) -> None:
        self._model = model or VerifierModel()
        self._threshold = threshold

    def select(self, pairs: Pairs) -> list[Selection]:
        """Return the sentences whose probability of saying anything reaches the threshold, best first."""
        readings = self._model.read([(claim, Document("", "", (sentence,))) for claim, sentence in _sentences(pairs)])
        saying = [1.0 - float(probabilities(one.label)[NOTHING]) for one in readings]
        return [over(scores, self._threshold) for scores in _shared_out(saying, pairs)]


class ContextSelector:
    """The embedded verifier's sentence head: the best sentence in its document's context, and those close to it."""

    def __init__(self, model: VerifierModel | None = None, *, settings: Settings | None = None) -> None:
        self._model = model or VerifierModel()
        self._settings = settings

    def select(self, pairs: Pairs) -> list[Selection]:
        """Return the deciding sentences, best first, whether or not the document says anything as a whole."""
        settings = self._settings or Settings.of_card(self._model.card.settings)
        readings = self._model.read([(claim.text, document) for claim, document in pairs])
        chosen = [select(one, settings) if len(one.sentences) else {} for one in readings]
        return [Selection(tuple(one), tuple(one.values())) for one in chosen]


class SimilaritySelector:
    """The cosine of claim and sentence (Samarinas et al. 2021, "embedding threshold")."""

    def __init__(self, embedder: Embedder, *, threshold: float) -> None:
        self._embedder = embedder
        self._threshold = threshold

    def select(self, pairs: Pairs) -> list[Selection]:
        """Return the sentences whose cosine with the claim reaches the threshold, best first."""
        texts = sorted({text for pair in _sentences(pairs) for text in pair})
        vectors = dict(zip(texts, self._embedder.embed(texts), strict=True)) if texts else {}
        cosines = [float(vectors[claim] @ vectors[sentence]) for claim, sentence in _sentences(pairs)]
        return [over(scores, self._threshold) for scores in _shared_out(cosines, pairs)]


class PairSelector:
    """A sequence-pair model that was taught which sentences are rationales (Wadden et al. 2020, section 4.2)."""

    def __init__(self, model: PairClassifier, *, threshold: float = 0.5) -> None:
        self._model = model
        self._threshold = threshold

    def select(self, pairs: Pairs) -> list[Selection]:
        """Return the sentences whose probability of the last class reaches the threshold, best first."""
        shares = self._model.probabilities(_sentences(pairs))[:, -1]
        return [over(scores, self._threshold) for scores in _shared_out(shares, pairs)]


class TaggingSelector:
    """A tagger over the words of the whole document (Samarinas et al. 2021, "context-aware selection")."""

    def __init__(self, model: TokenTagger, *, threshold: float = 0.5) -> None:
        self._model = model
        self._threshold = threshold

    def select(self, pairs: Pairs) -> list[Selection]:
        """Return the sentences of which the tagged part reaches the threshold, best first."""
        found = self._model.scores([(claim.text, document.sentences) for claim, document in pairs])
        return [over(scores, self._threshold) for scores in found]


class Seq2SeqSelector:
    """A sequence-to-sequence model that answers true or false for each sentence (Pradeep et al. 2021, section 3.2)."""

    def __init__(self, model: Seq2SeqModel, *, threshold: float = 0.5) -> None:
        self._model = model
        self._threshold = threshold

    def select(self, pairs: Pairs) -> list[Selection]:
        """Return the sentences whose probability of `true` reaches the threshold, best first."""
        prompts = [relevance_prompt(claim, sentence) for claim, sentence in _sentences(pairs)]
        shares = self._model.probabilities(prompts, RELEVANCE)[:, 0]
        return [over(scores, self._threshold) for scores in _shared_out(shares, pairs)]


class OracleSelector:
    """Selects the annotators' rationales: for measuring a labeller alone."""

    def __init__(self, judgements: Sequence[Judgement]) -> None:
        self._gold: Mapping[tuple[str, str], Judgement] = {(one.claim_id, one.doc_id): one for one in judgements}

    def select(self, pairs: Pairs) -> list[Selection]:
        """Return all sentences of all rationales of each pair."""
        chosen = [self._sentences(claim.id, document.id) for claim, document in pairs]
        return [Selection(sentences, (1.0,) * len(sentences)) for sentences in chosen]

    def _sentences(self, claim_id: str, doc_id: str) -> tuple[int, ...]:
        gold = self._gold.get((claim_id, doc_id))
        rationales = gold.rationales if gold else ()
        return tuple(sorted({i for rationale in rationales for i in rationale}))
