"""A justification written by a language model, and then checked: what the evidence does not bear out is taken out.

Every sentence of it is held, as if it were a claim, against the cited answers by our own verifier; one that no answer
supports is dropped, and the text says so. When none is left, or the model fails, the extractive one stands in its
place, with a word about why.
"""

from collections.abc import Sequence

from claimwise.errors import AnswerError
from claimwise.labels import Stance, VerdictLabel
from claimwise.models.llm import ChatModel
from claimwise.stages import Justifier, Labeller
from claimwise.text.sentences import split
from claimwise.types import Claim, Document, Evidence, Verdict

_WRITE = (
    "You explain a fact-checker's verdict in two to four plain sentences. Use only what the evidence says; name the "
    "source that decides; add nothing of your own. Write the sentences and nothing else."
)
_NAMES = {
    VerdictLabel.SUPPORTED: "supported",
    VerdictLabel.REFUTED: "refuted",
    VerdictLabel.CONFLICTING: "conflicting evidence",
    VerdictLabel.NOT_ENOUGH_EVIDENCE: "not enough evidence",
}
_LONGEST = 1500


class WrittenJustifier:
    """Writes, checks, and falls back on `extractive`; a sentence stands when its support has the probability `at`."""

    def __init__(self, model: ChatModel, labeller: Labeller, extractive: Justifier, *, at: float = 0.5) -> None:
        self._model = model
        self._labeller = labeller
        self._extractive = extractive
        self._at = at

    def justify(self, verdict: Verdict) -> str:
        """Return the justification."""
        cited = [one for one in verdict.evidence if one.answer]
        if not cited:
            return self._extractive.justify(verdict)
        try:
            text = self._model.ask(_WRITE, _prompt(verdict, cited), _plain)
        except AnswerError as error:
            return f"{self._extractive.justify(verdict)} (No text was written: {error})"
        sentences = split(text)
        kept = self._supported(sentences, cited)
        dropped = len(sentences) - len(kept)
        if not kept:
            return (
                f"{self._extractive.justify(verdict)} (A written text was left out: the evidence supports none of it.)"
            )
        if not dropped:
            return " ".join(kept)
        count = "One sentence" if dropped == 1 else f"{dropped} sentences"
        return f"{' '.join(kept)} ({count} that the evidence does not support left out.)"

    def _supported(self, sentences: Sequence[str], cited: Sequence[Evidence]) -> list[str]:
        """Return the sentences that at least one cited answer supports."""
        answers = [Document(one.doc_id, one.question or "", (one.answer or "",)) for one in cited]
        pairs = [(Claim(str(i), text), answer) for i, text in enumerate(sentences) for answer in answers]
        shares = [share[Stance.SUPPORTS] for share in self._labeller.label(pairs)]
        best = [max(shares[i * len(answers) : (i + 1) * len(answers)]) for i in range(len(sentences))]
        return [text for text, share in zip(sentences, best, strict=True) if share >= self._at]


def _prompt(verdict: Verdict, cited: Sequence[Evidence]) -> str:
    told = [f"Question: {one.question}\nAnswer ({one.doc_id.partition('#')[0]}): {one.answer}" for one in cited]
    return "\n\n".join([f"Claim: {verdict.claim.text}", f"Verdict: {_NAMES[verdict.label]}", *told])


def _plain(text: str) -> str:
    plain = " ".join(text.split())
    if len(plain) > _LONGEST:
        raise AnswerError(f"the text has {len(plain)} characters, more than {_LONGEST}")
    return plain
