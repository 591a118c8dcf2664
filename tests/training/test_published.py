"""The published systems' own models: lessons from SciFact, taught to tiny models that are made here."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimwise.errors import InputError, ModelError, TooLongError
from claimwise.formats.averitec import AnnotatedClaim as AveritecClaim
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance, VerdictLabel
from claimwise.models.seq2seq import RELEVANCE, STANCES, Seq2SeqModel, relevance_prompt, stance_prompt
from claimwise.models.transformers import EntailmentModel, PairClassifier, TokenTagger, tagging_inputs
from claimwise.models.verifier import CLASSES
from claimwise.questions.sentences import RuleAsker
from claimwise.reranking.answers import AnswerReranker, PairScorer
from claimwise.reranking.windows import Seq2SeqScorer, WindowReranker
from claimwise.training.answers import answer_lessons
from claimwise.training.published import Lesson, Stage, TaggingLesson, lessons
from claimwise.types import Answer, Answered, Claim, Document, Hit, Judgement, Ranking
from claimwise.verification.labellers import EntailmentLabeller, Seq2SeqLabeller
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import PairSelector, Seq2SeqSelector, TaggingSelector

DOCUMENTS = {
    name: Document(name, f"Title {name}", tuple(f"Sentence s{i} of {name}." for i in range(8))) for name in "abc"
}
GOLD = Judgement("1", "a", Stance.REFUTES, ((3,),))
ANNOTATED = AnnotatedClaim(Claim("1", "Sentence s3 is here."), ("a", "b"), (GOLD,))


def lessons_of(stage: Stage) -> list[Lesson]:
    return lessons(stage, [ANNOTATED], DOCUMENTS, {"1": ["a", "b", "c"]}, seed=0)


def test_selection_learns_from_every_sentence_of_every_cited_abstract() -> None:
    found = lessons_of(Stage.SELECTION)
    assert len(found) == 16
    assert [lesson.sentences for lesson in found if lesson.answer] == [("Sentence s3 of a.",)]


def test_labels_learn_from_rationales_and_from_silent_abstracts() -> None:
    found = lessons_of(Stage.LABEL)
    assert found[0] == Lesson("Sentence s3 is here.", ("Sentence s3 of a.",), Stance.REFUTES)
    assert found[1].answer is Stance.NOT_ENOUGH_INFO
    assert found[1].sentences in ((), ("Sentence s3 of b.",))
    assert len(found) == 2


def test_relevance_learns_from_windows() -> None:
    found = lessons_of(Stage.RELEVANCE)
    assert len(found) == 6
    assert [lesson.answer for lesson in found] == [True, True, False, False, False, False]
    assert found[0].sentences[:2] == ("Title a", "Sentence s0 of a.")


torch = pytest.importorskip("torch", reason="the extra `train` is not installed; `make test-train` brings it")
transformers = pytest.importorskip("transformers", reason="the extra `train` is not installed")

ANIMALS, SOUNDS = ["cats", "dogs", "cows", "owls"], ["purr", "bark", "moo", "hoot"]
WORDS = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "</s>", "true", "false", "weak", "Query", "Document", "Relevant", "hypothesis",
    "sentence1", "sentence2", ":", "not", "do", "rain", "falls", *ANIMALS, *SOUNDS,
]  # fmt: skip


def make_tokenizer(*, pairs: bool, words: list[str] = WORDS) -> Any:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import BertProcessing

    plain = Tokenizer(WordLevel({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    plain.pre_tokenizer = Whitespace()
    if pairs:
        plain.post_processor = BertProcessing(("[SEP]", words.index("[SEP]")), ("[CLS]", words.index("[CLS]")))
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]",
        eos_token="</s>", model_max_length=64,
        model_input_names=["input_ids", "attention_mask", *(["token_type_ids"] if pairs else [])],
    )  # fmt: skip


@pytest.fixture(scope="module")
def tiny_t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("t5")
    torch.manual_seed(0)
    config = transformers.T5Config(
        vocab_size=len(WORDS), d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2, dropout_rate=0.0,
        decoder_start_token_id=0, pad_token_id=0, eos_token_id=4,
    )  # fmt: skip
    transformers.T5ForConditionalGeneration(config).save_pretrained(folder)
    make_tokenizer(pairs=False).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bert")
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=64, initializer_range=0.3, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    make_tokenizer(pairs=True).save_pretrained(folder)
    return folder


def toy_lesson(draw: random.Random, stage: Stage) -> Lesson:
    """A sentence has to do with a claim when it is about the same animal; `do not` refutes."""
    animal, sound = draw.choice(ANIMALS), draw.choice(SOUNDS)
    claim = f"{animal} {sound}"
    if stage is not Stage.LABEL:
        other = draw.choice(["rain falls", f"{draw.choice([one for one in ANIMALS if one != animal])} {sound}"])
        about = draw.random() < 0.5
        return Lesson(claim, (claim if about else other,), about)
    sentences = {
        Stance.SUPPORTS: (claim,),
        Stance.REFUTES: (f"{animal} do not {sound}",),
        Stance.NOT_ENOUGH_INFO: ("rain falls",),
    }
    stance = draw.choice(list(Stance))
    return Lesson(claim, sentences[stance], stance)


def toy_lessons(stage: Stage, count: int) -> list[Lesson]:
    draw = random.Random(1)
    return [toy_lesson(draw, stage) for _ in range(count)]


def nothing(*_: object) -> None:
    """Report to nobody."""


@pytest.fixture(scope="module")
def taught(tiny_t5: Path, tiny_bert: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """All five models of VeriSci and Vert5erini, tiny and taught."""
    from claimwise.training.finetune import Course, teach_pairs, teach_seq2seq

    place = tmp_path_factory.mktemp("taught")
    for stage in Stage:
        out = place / f"t5-{stage.value}"
        course = Course(epochs=4, rate=3e-3, batch=32)
        teach_seq2seq(str(tiny_t5), out, stage, toy_lessons(stage, 1600), course, report=nothing)
    for stage in (Stage.SELECTION, Stage.LABEL):
        out = place / f"pairs-{stage.value}"
        course = Course(epochs=4, rate=1e-3, batch=32)
        teach_pairs(str(tiny_bert), out, stage, toy_lessons(stage, 1600), course, report=nothing)
    return {path.name: path for path in place.iterdir()}


CLAIM = Claim("1", "cats purr")
FARM = [
    Document("no", "", ("rain falls", "cats do not purr")),
    Document("yes", "", ("cats purr", "rain falls", "dogs purr")),
    Document("rain", "", ("rain falls", "dogs bark")),
]


@pytest.mark.slow
def test_a_tiny_t5_learns_relevance(taught: dict[str, Path]) -> None:
    model = Seq2SeqModel(str(taught["t5-relevance"]))
    prompts = [relevance_prompt("cows moo", text) for text in ("cows moo", "rain falls", "owls moo")]
    shares = model.probabilities(prompts, RELEVANCE)
    assert np.allclose(shares.sum(axis=1), 1)
    assert shares[0, 0] > 0.8 > 0.2 > shares[1:, 0].max()
    farm = {one.id: one for one in FARM}
    reranker = WindowReranker(Seq2SeqScorer(model), lambda _: farm, size=1, stride=1)
    ranking = Ranking("1", tuple(Hit(one.id, 1.0) for one in reversed(FARM)))
    [found] = reranker.rerank([CLAIM], [ranking])
    assert found.hits[0].doc_id == "yes"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["t5", "pairs"])
def test_two_taught_models_make_a_verifier(taught: dict[str, Path], kind: str) -> None:
    selection, label = str(taught[f"{kind}-selection"]), str(taught[f"{kind}-label"])
    verifier = (
        SelectThenLabel(Seq2SeqSelector(Seq2SeqModel(selection)), Seq2SeqLabeller(Seq2SeqModel(label)))
        if kind == "t5"
        else SelectThenLabel(PairSelector(PairClassifier(selection)), EntailmentLabeller(EntailmentModel(label)))
    )
    found = verifier.verify([(CLAIM, document) for document in FARM[1:]])
    assert [(one.label, one.sentences) for one in found] == [(Stance.SUPPORTS, (0,)), (Stance.NOT_ENOUGH_INFO, ())]
    assert verifier.verify([]) == []


@pytest.mark.slow
def test_a_tagger_learns_which_sentences_decide(tiny_bert: Path, tmp_path: Path) -> None:
    from claimwise.training.finetune import Course, teach_tagger

    draw = random.Random(1)
    documents = []
    for _ in range(1000):
        animal, sound = draw.choice(ANIMALS), draw.choice(SOUNDS)
        sentences = [f"{draw.choice(ANIMALS)} {sound}" for _ in range(draw.randint(2, 28))]
        deciding = frozenset(i for i, one in enumerate(sentences) if one.startswith(animal))
        documents.append(TaggingLesson(f"{animal} {sound}", tuple(sentences), deciding))
    teach_tagger(str(tiny_bert), tmp_path / "out", documents, Course(epochs=4, rate=2e-3, batch=32), report=nothing)
    selector = TaggingSelector(TokenTagger(str(tmp_path / "out")))
    texts = ("dogs purr", "cats purr", "owls purr")
    whole, long, empty = selector.select(
        [(CLAIM, Document("a", "", texts)), (CLAIM, Document("b", "", texts * 12)), (CLAIM, Document("c", "", ()))]
    )
    assert whole.sentences == (1,)
    right = set(range(1, 36, 3))
    assert len(right & set(long.sentences)) >= 10, "it is read in windows to its end"
    assert len(set(long.sentences) - right) <= 2
    assert empty.sentences == ()


@pytest.mark.slow
def test_a_tiny_model_learns_which_answers_belong(tiny_bert: Path, tmp_path: Path) -> None:
    from claimwise.training.finetune import Course, teach_pairs

    draw = random.Random(1)
    told = [f"{draw.choice(ANIMALS)} {draw.choice(SOUNDS)}" for _ in range(600)]
    claims = [
        AveritecClaim(Claim(str(i), text), VerdictLabel.SUPPORTED, "", (Answered(f"do {text}", (Answer(text),)),))
        for i, text in enumerate(told)
    ]
    learnt = answer_lessons(claims, seed=0)
    course = Course(epochs=6, rate=1e-3, batch=32)
    teach_pairs(str(tiny_bert), tmp_path / "out", Stage.SELECTION, learnt, course, report=nothing)
    scorer = PairScorer(PairClassifier(str(tmp_path / "out")))
    claim = Claim("1", "cows moo")
    pair = {"own": ("do cows moo", "cows moo"), "question": ("do owls hoot", "cows moo"),
            "answer": ("do cows moo", "owls hoot")}  # fmt: skip
    scores = scorer.score([(claim, Document(name, title, (text,))) for name, (title, text) in pair.items()])
    assert scores[0] > max(scores[1:]) + 0.3
    documents = {name: Document(name, "", (f"{name} moo",)) for name in ("owls", "cows")}
    reranker = AnswerReranker(scorer, RuleAsker(), lambda _: documents, words=0.0, read_question=True)
    [found] = reranker.rerank([claim], [Ranking("1", (Hit("owls", 2.0), Hit("cows", 1.0)))])
    assert {hit.doc_id for hit in found.hits} == {"owls", "cows"}
    assert all(0 <= hit.parts["telling"] <= 1 for hit in found.hits)


def test_tags_say_where_a_rationale_begins(tiny_bert: Path) -> None:
    from claimwise.training.finetune import _tags

    tokenizer = transformers.AutoTokenizer.from_pretrained(tiny_bert)
    [(start, tagged)] = tagging_inputs(tokenizer, "cats purr", ["rain falls", "cats do not purr"], longest=64)
    tags = _tags(tagged, start, {1})
    assert tags == [-100] * 4 + [2, 2] + [0, 1, 1, 1] + [-100]
    with pytest.raises(InputError, match="shorten it"):
        list(tagging_inputs(tokenizer, "cats " * 70, ["rain falls"], longest=64))


def test_the_words_of_the_stances_are_in_the_order_of_the_classes() -> None:
    assert tuple(STANCES.values()) == CLASSES


def test_a_long_text_is_cut_and_the_question_is_not(tiny_t5: Path) -> None:
    model = Seq2SeqModel(str(tiny_t5))
    tokens = model.encoded(relevance_prompt("cats purr", "rain falls " * 600))
    assert len(tokens) == 512
    assert tokens[-3:] == [WORDS.index("Relevant"), WORDS.index(":"), WORDS.index("</s>")]
    assert tokens[:4] == [WORDS.index(word) for word in ("Query", ":", "cats", "purr")]
    with pytest.raises(TooLongError, match="too long"):
        model.encoded(stance_prompt("cats purr " * 300, ["rain falls"]))


def test_a_vocabulary_without_the_words_is_refused(tiny_t5: Path) -> None:
    with pytest.raises(ModelError, match="lacks one of the words true, maybe"):
        Seq2SeqModel(str(tiny_t5)).probabilities([("a", "b", "c")], ("true", "maybe"))


def test_a_missing_checkpoint_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="neither a folder"):
        Seq2SeqModel(str(tmp_path / "nothing")).warm_up()
