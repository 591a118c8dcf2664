"""The attention model from beginning to end: lessons, vectors, teaching, the folder with its card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from claimwise.errors import MissingExtraError, ModelError
from claimwise.models.attention import TOKENIZER, AttentionModel, PieceReader
from claimwise.models.card import Card, read_card, sha256_of, write_card
from claimwise.models.onnx import load_tokenizer
from claimwise.models.verifier import CLASSES
from claimwise.training.fever import Lesson, fever_lessons
from claimwise.training.publish import demand_place, publishing
from claimwise.training.vectors import small, token_vectors

WIDTH = 96
_HELD_OUT = 0.1
_LARGEST = 5_000_000
DATA = {
    "FEVER shared_task_dev, the half that is not in paper_dev": "CC BY-SA 3.0",
    "FEVER train, a sample of 10,000 pairs of claim and sentence": "CC BY-SA 3.0",
}

Report = Callable[[int, float, float], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the model is made."""

    epochs: int = 12
    hidden: int = 200
    seed: int = 0
    command: str = ""


def demand_torch() -> None:
    """Raise unless what training needs is installed."""
    if not all(find_spec(name) for name in ("torch", "onnx")):
        raise MissingExtraError("training the attention model", "train")


def make_attention(data: Path, out: Path, plan: Plan, *, report: Report = lambda *_: None) -> Card:
    """Teach the network on FEVER's allowed data and write it into the folder `out`; return its card."""
    return make_of_lessons(fever_lessons(data, seed=plan.seed), out, plan, report=report)


def make_of_lessons(lessons: Sequence[Lesson], out: Path, plan: Plan, *, report: Report = lambda *_: None) -> Card:
    """Teach the network and write it; a tenth of the claims is held out to choose the epoch."""
    demand_torch()
    demand_place(out)
    from claimwise.training import attention

    tokenizer = load_tokenizer(TOKENIZER)
    reader = PieceReader(tokenizer)
    table, scale = small(token_vectors(TOKENIZER / "model.onnx", tokenizer.get_vocab_size()), width=WIDTH)
    teaching, held_out = _divided(lessons)
    course = attention.Course(epochs=plan.epochs, hidden=plan.hidden, seed=plan.seed)
    network = attention.begin(table, scale, course)
    examples = [
        [
            attention.Example(
                reader.claim(one.claim), reader.sentence(one.sentence, one.title), CLASSES.index(one.label)
            )
            for one in group
        ]
        for group in (teaching, held_out)
    ]
    accuracy = attention.teach(network, examples[0], examples[1], course, report=report)
    with publishing(out) as work:
        attention.export(network, work / "model.onnx")
        if (work / "model.onnx").stat().st_size > _LARGEST:
            raise ModelError(f"the model is larger than {_LARGEST / 1e6:.0f} MB; choose fewer hidden units")
        card = _card(work, plan, len(lessons), accuracy)
        write_card(work, card)
        AttentionModel(work).probabilities([(held_out[0].claim, held_out[0].title, held_out[0].sentence)])
    return card


def _divided(lessons: Sequence[Lesson]) -> tuple[list[Lesson], list[Lesson]]:
    """Return the lessons for teaching and those held out; a claim is on one side only."""
    claims = list(dict.fromkeys(one.claim for one in lessons))
    apart = frozenset(claims[: max(1, round(_HELD_OUT * len(claims)))])
    return [one for one in lessons if one.claim not in apart], [one for one in lessons if one.claim in apart]


def _card(folder: Path, plan: Plan, lessons: int, accuracy: float) -> Card:
    base = read_card(TOKENIZER)
    return Card(
        name="fever-attention",
        task="say what one sentence of a page says about a claim (decomposable attention)",
        base=f"token vectors of {base.name}, model.onnx sha256 {base.fingerprint}, on {WIDTH} principal components",
        licence="CC BY-SA 3.0 (taught on FEVER); token vectors " + base.licence,
        max_tokens=200,
        dimension=plan.hidden,
        command=plan.command,
        files={"model.onnx": sha256_of(folder / "model.onnx")},
        scores={"held_out_accuracy": round(accuracy, 4), "lessons": lessons},
        data=dict(DATA),
        seed=plan.seed,
    )
