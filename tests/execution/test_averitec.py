"""AVeriTeC end to end on claims of our own, with real pages and the real scorer; what reads waits for the verifier."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from claimwise.errors import InputError
from claimwise.execution import averitec as runs
from claimwise.formats.averitec import read_claims
from claimwise.formats.knowledge import KnowledgeStore
from claimwise.justification.answers import AnswerJustifier
from claimwise.labels import Stance, VerdictLabel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.questions.sentences import RuleAsker
from claimwise.questions.templates import TemplateGenerator
from claimwise.reranking.answers import AnswerReranker
from claimwise.retrieval.answers import AnswerRetriever, content_words
from claimwise.search.local import StoreSearcher
from claimwise.types import Answer, Claim, Document
from claimwise.verdict.stances import PaperAggregator
from claimwise.verification.answers import AnswerVerifier

CLAIM = Claim("0", "The old bridge over the river was closed to cars in May 2019.", date="2020-06-15")
PAGES = [
    {"url": "https://a.example/1", "url2text": [
        "The old bridge over the river was closed to cars on 3 May 2019.", "Cyclists may still use the bridge."]},
    {"url": "https://b.example/2", "url2text": ["The bridge was never closed to cars, the mayor said.", "Menu"]},
    {"url": "https://c.example/3", "url2text": ["The museum of clocks has a new room since last year."]},
    {"url": "https://late.example/4", "date": "2021-01-01", "url2text": [
        "The old bridge was closed to cars in May 2019."]},
]  # fmt: skip


class WordLabeller:
    """Reads by a rule that can be followed by hand: "never" refutes, "closed" supports, anything else says nothing."""

    def label(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Mapping[Stance, float]]:
        return [self._shares(" ".join(document.sentences)) for _, document in pairs]

    def score(self, pairs: Sequence[tuple[Claim, Document]]) -> list[float]:
        return [1 - shares[Stance.NOT_ENOUGH_INFO] for shares in self.label(pairs)]

    @staticmethod
    def _shares(text: str) -> dict[Stance, float]:
        best = Stance.REFUTES if "never" in text else Stance.SUPPORTS if "closed" in text else Stance.NOT_ENOUGH_INFO
        return {stance: 0.8 if stance is best else 0.1 for stance in Stance}


@pytest.fixture
def pipeline(tmp_path: Path) -> Pipeline:
    (tmp_path / "0.json").write_text("\n".join(map(json.dumps, PAGES)), encoding="utf-8")
    labeller, asker = WordLabeller(), RuleAsker()
    retriever = AnswerRetriever(StoreSearcher(KnowledgeStore(tmp_path)), TemplateGenerator())
    return Pipeline(
        retriever=retriever,
        reranker=AnswerReranker(labeller, asker, retriever.lookup),
        kept=3,
        verifier=AnswerVerifier(labeller, asker),
        aggregator=PaperAggregator(),
        justifier=AnswerJustifier(retriever.lookup),
        lookup=retriever.lookup,
        k=100,
    )


def test_the_stages_fit_together(pipeline: Pipeline) -> None:
    [verdict] = pipeline.check([CLAIM])
    assert len(verdict.evidence) == 3
    told = {one.answer: one for one in verdict.evidence}
    assert told["The old bridge over the river was closed to cars on 3 May 2019."].label is Stance.SUPPORTS
    assert told["The bridge was never closed to cars, the mayor said."].label is Stance.REFUTES
    assert "Menu" not in told
    assert not any("late.example" in one.doc_id for one in verdict.evidence), "dated after the claim"
    assert len({one.question for one in verdict.evidence}) == 3
    assert all(one.question and one.question.endswith("?") for one in verdict.evidence)
    documents = pipeline.lookup([one.doc_id for one in verdict.evidence])
    for one in verdict.evidence:
        assert documents[one.doc_id].sentences == (one.answer,)
        assert documents[one.doc_id].url in {page["url"] for page in PAGES}
    assert "a.example" in verdict.justification


def test_what_tells_more_comes_first(pipeline: Pipeline) -> None:
    rankings = pipeline.retriever.retrieve([CLAIM], k=100)
    assert pipeline.reranker is not None
    [ranking] = pipeline.reranker.rerank([CLAIM], rankings)
    assert {hit.doc_id for hit in ranking.hits} == {hit.doc_id for hit in rankings[0].hits}
    assert ranking.hits[-1].doc_id.endswith("c.example/3#0")
    assert [hit.score for hit in ranking.hits] == sorted((hit.score for hit in ranking.hits), reverse=True)


def test_a_sentence_is_not_found_under_a_wrong_id(pipeline: Pipeline) -> None:
    for doc_id in ("0|https://a.example/1", "0|https://a.example/1#99", "nonsense#0"):
        with pytest.raises(InputError):
            pipeline.lookup([doc_id])


def test_content_words() -> None:
    assert content_words("The bridge, which was built in 1911, is closed.") == "bridge built 1911 closed"
    assert content_words("It is what it is") == "It is what it is"


def test_bare_answers_are_read_with_their_question() -> None:
    assert runs.statements("Is it?", Answer("Yes", "Boolean", "A sign says so.")) == ("Is it? Yes.", "A sign says so.")
    assert runs.statements("How many?", Answer("Four")) == ("How many? Four",)
    assert runs.statements("Why?", Answer("No answer could be found.", "Unanswerable")) == ()
    long = "The bridge was closed to cars in May."
    assert runs.statements("Is it?", Answer(long)) == (long,)


def test_errors_say_where_a_claim_was_lost(shared_data: Path, tmp_path: Path) -> None:
    from claimwise.evaluation.averitec import Scored
    from claimwise.formats.averitec import Prediction

    claims = list(read_claims(shared_data / "averitec" / "dev.json"))[:4]
    each = [
        Scored("0", 0.5, 0.4, True, 0.1),
        Scored("1", 0.5, 0.4, False, 0.1),
        Scored("2", 0.5, 0.2, True, 0.1),
        Scored("3", 0.1, 0.2, True, 0.1),
    ]
    said = [Prediction(one.claim.id, one.claim.text, VerdictLabel.SUPPORTED) for one in claims]
    found = runs.errors(claims, runs.Result({}, tuple(each), tuple(said), 0.0))
    assert found["causes"] == {"right": 1, "verdict": 1, "evidence": 1, "questions": 1}
    runs.write_errors(tmp_path / "errors.json", found)
    assert json.loads((tmp_path / "errors.json").read_text(encoding="utf-8"))["claims"][1]["cause"] == "verdict"
    runs.write_errors(tmp_path / "errors.md", found)
    page = (tmp_path / "errors.md").read_text(encoding="utf-8")
    assert "- evidence: 1" in page
    assert page.count("| 1 | ") == 1


@pytest.mark.slow
@pytest.mark.parametrize("evidence", ["gold", "retrieved"])
def test_the_command_gives_scores_as_fractions(shared_data: Path, evidence: str, tmp_path: Path) -> None:
    import subprocess
    import sys

    environment = {
        **os.environ, "CLAIMWISE_DATA": str(shared_data), "CLAIMWISE_CACHE": str(tmp_path / "cache"),
        "NLTK_DATA": os.environ.get("NLTK_DATA") or str(shared_data / "nltk_data"),
    }  # fmt: skip
    command = ["eval", "averitec", "--split", "dev", "--evidence", evidence, "--limit", "8", "--json"]
    found = subprocess.run(
        [sys.executable, "-c", "from claimwise.cli import main; main()", *command],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    scores: dict[str, Any] = json.loads(found.stdout)
    assert scores["claims"] == 8
    for name in ("question", "question_answer", "macro_f1", "accuracy", "justification"):
        assert 0 <= scores[name] <= 1
    assert set(scores["score"]) == {"0.1", "0.2", "0.25", "0.3", "0.4", "0.5"}
    if evidence == "gold":
        assert scores["question"] > 0.9
