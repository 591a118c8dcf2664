"""The stance of an answer: what a question and the sentence that answers it say about the claim."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from claimwise.labels import SILENT, Stance
from claimwise.stages import Labeller, SentenceAsker, Verifier
from claimwise.types import Claim, Document, Evidence


class AnswerVerifier:
    """Reads each document, which is one sentence, as the answer to a question; the evidence carries both.

    A sentence has a stance when the probability that it says anything reaches `decide_at`. With `read_question` the
    question stands where a title would.
    """

    def __init__(
        self, labeller: Labeller, asker: SentenceAsker, *, decide_at: float = 0.5, read_question: bool = False
    ) -> None:
        self._labeller = labeller
        self._asker = asker
        self._decide_at = decide_at
        self._read_question = read_question

    def verify(
        self,
        pairs: Sequence[tuple[Claim, Document]],
        *,
        relevance: Sequence[float] | None = None,  # noqa: ARG002 (a sentence alone says what it says)
    ) -> list[Evidence]:
        """Return one piece of evidence per pair, in order."""
        questions: list[str] = []
        for _, group in groupby(pairs, key=lambda pair: pair[0]):
            own = list(group)
            questions += self._asker.ask(own[0][0], [" ".join(document.sentences) for _, document in own])
        read = [
            (claim, replace(document, title=question if self._read_question else ""))
            for (claim, document), question in zip(pairs, questions, strict=True)
        ]
        shares = iter(self._labeller.label([pair for pair in read if pair[1].sentences]))
        return [
            answer_evidence(
                claim, document, question, next(shares) if document.sentences else SILENT, decide_at=self._decide_at
            )
            for (claim, document), question in zip(pairs, questions, strict=True)
        ]


class AskingVerifier:
    """Another verifier, whose evidence is told as answers: its deciding sentences, and the question they answer."""

    def __init__(self, verifier: Verifier, asker: SentenceAsker | None = None) -> None:
        self.verifier = verifier
        self._asker = asker

    def verify(
        self, pairs: Sequence[tuple[Claim, Document]], *, relevance: Sequence[float] | None = None
    ) -> list[Evidence]:
        """Return one piece of evidence per pair, in order; what has no stance answers nothing."""
        read = zip(pairs, self.verifier.verify(pairs, relevance=relevance), strict=True)
        found: list[Evidence] = []
        for claim, group in groupby(read, key=lambda one: one[0][0]):
            found += self._answered(claim, [(document, evidence) for (_, document), evidence in group])
        return found

    def _answered(self, claim: Claim, read: Sequence[tuple[Document, Evidence]]) -> list[Evidence]:
        answers = [" ".join(document.sentences[i] for i in sorted(one.sentences)) for document, one in read]
        told = [answer for answer in answers if answer]
        questions = iter(self._asker.ask(claim, told) if self._asker else [None] * len(told))
        return [
            replace(one, question=next(questions), answer=answer) if answer else one
            for (_, one), answer in zip(read, answers, strict=True)
        ]


def answer_evidence(
    claim: Claim, document: Document, question: str, shares: Mapping[Stance, float], *, decide_at: float
) -> Evidence:
    """Return the evidence of one pair."""
    probabilities = {stance: float(shares[stance]) for stance in Stance}
    telling = 1.0 - probabilities[Stance.NOT_ENOUGH_INFO]
    answer = " ".join(document.sentences)
    if telling < decide_at or not document.sentences:
        return Evidence(claim.id, document.id, Stance.NOT_ENOUGH_INFO, probabilities, (), (), question, answer)
    label = max((Stance.SUPPORTS, Stance.REFUTES), key=lambda stance: probabilities[stance])
    places = tuple(range(len(document.sentences)))
    return Evidence(claim.id, document.id, label, probabilities, places, (telling,) * len(places), question, answer)
