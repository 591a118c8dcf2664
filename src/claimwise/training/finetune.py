"""Models of `transformers` taught the stages of the published systems.

torch is imported at the top here, so this module is itself only imported inside functions.
"""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import torch

from claimwise.errors import InputError
from claimwise.models.seq2seq import RELEVANCE, STANCES, Prompt, Seq2SeqModel, relevance_prompt, stance_prompt
from claimwise.models.transformers import Tagged, read_pretrained, tagging_inputs
from claimwise.models.verifier import CLASSES
from claimwise.training.published import Lesson, Stage, TaggingLesson

_LONGEST = 512
_IGNORED = -100
TAGS = ("B", "I", "O")


@dataclass(frozen=True, slots=True)
class Course:
    """How to teach: AdamW, the rate falling to zero, the lessons in a new order each time."""

    epochs: int = 3
    rate: float = 1e-4
    batch: int = 16
    seed: int = 0


Batch = dict[str, Any]
Example = TypeVar("Example")
Report = Callable[[int, int, float], None]


def teach_seq2seq(
    start: str, out: Path, stage: Stage, lessons: Sequence[Lesson], course: Course, *, report: Report
) -> None:
    """Teach a T5-like checkpoint to answer with one of the stage's words, and save it."""
    reader = Seq2SeqModel(start)
    words = list(STANCES) if stage is Stage.LABEL else list(RELEVANCE)
    targets = reader.targets(words)
    tokenizer, model = read_pretrained(start, "AutoModelForSeq2SeqLM", "a sequence-to-sequence model")

    def batch_of(chosen: Sequence[Lesson]) -> Batch:
        inputs = tokenizer.pad(
            {"input_ids": [reader.encoded(prompt_of(stage, lesson)) for lesson in chosen]}, return_tensors="pt"
        )
        answers = [[targets[_number(lesson)], tokenizer.eos_token_id] for lesson in chosen]
        return {**inputs, "labels": torch.tensor(answers)}

    _teach(model, lessons, batch_of, course, report)
    _save(model, tokenizer, out)


def teach_pairs(
    start: str, out: Path, stage: Stage, lessons: Sequence[Lesson], course: Course, *, report: Report
) -> None:
    """Teach an encoder to sort (sentences, claim) into the stage's classes, and save it."""
    classes = [stance.value.lower() for stance in CLASSES] if stage is Stage.LABEL else ["other", "rationale"]
    tokenizer, model = read_pretrained(
        start,
        "AutoModelForSequenceClassification",
        "an encoder",
        num_labels=len(classes),
        id2label=dict(enumerate(classes)),
        label2id={word: i for i, word in enumerate(classes)},
        ignore_mismatched_sizes=True,
    )
    longest = min(tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", _LONGEST), _LONGEST)

    def batch_of(chosen: Sequence[Lesson]) -> Batch:
        inputs = tokenizer(
            [" ".join(lesson.sentences) for lesson in chosen],
            [lesson.claim for lesson in chosen],
            truncation="only_first",
            max_length=longest,
            padding=True,
            return_tensors="pt",
        )
        numbers = [_number(lesson) if stage is Stage.LABEL else int(lesson.answer is True) for lesson in chosen]
        return {**inputs, "labels": torch.tensor(numbers)}

    _teach(model, lessons, batch_of, course, report)
    _save(model, tokenizer, out)


def teach_tagger(start: str, out: Path, documents: Sequence[TaggingLesson], course: Course, *, report: Report) -> None:
    """Teach an encoder to tag the words of rationales in whole documents, and save it."""
    tokenizer, model = read_pretrained(
        start,
        "AutoModelForTokenClassification",
        "an encoder",
        num_labels=len(TAGS),
        id2label=dict(enumerate(TAGS)),
        label2id={tag: i for i, tag in enumerate(TAGS)},
        ignore_mismatched_sizes=True,
    )
    longest = min(tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", _LONGEST), _LONGEST)
    examples = [
        (tagged.tokens, _tags(tagged, start, lesson.deciding))
        for lesson in documents
        for start, tagged in tagging_inputs(tokenizer, lesson.claim, lesson.sentences, longest=longest)
    ]

    def batch_of(chosen: Sequence[tuple[list[int], list[int]]]) -> Batch:
        inputs = tokenizer.pad({"input_ids": [tokens for tokens, _ in chosen]}, return_tensors="pt")
        labels = torch.full_like(inputs["input_ids"], _IGNORED)
        for row, (_, tags) in enumerate(chosen):
            labels[row, : len(tags)] = torch.tensor(tags)
        return {**inputs, "labels": labels}

    _teach(model, examples, batch_of, course, report)
    _save(model, tokenizer, out)


def _tags(tagged: Tagged, first: int, deciding: Collection[int]) -> list[int]:
    """Return a tag for every token; those of the claim and between the parts are not learnt from."""
    tags = [_IGNORED] * len(tagged.tokens)
    for i, (start, end) in enumerate(tagged.spans, start=first):
        inside = i in deciding
        tags[start:end] = [TAGS.index("I" if inside else "O")] * (end - start)
        if inside and end > start:
            tags[start] = TAGS.index("B")
    return tags


def prompt_of(stage: Stage, lesson: Lesson) -> Prompt:
    """Return the prompt of a lesson, as the stage's reader writes it."""
    if stage is Stage.LABEL:
        return stance_prompt(lesson.claim, lesson.sentences)
    return relevance_prompt(lesson.claim, " ".join(text for text in lesson.sentences if text))


def _number(lesson: Lesson) -> int:
    """Return which of the stage's answers is right: the order is that of `STANCES`, or of `RELEVANCE`."""
    return int(not lesson.answer) if isinstance(lesson.answer, bool) else CLASSES.index(lesson.answer)


def _teach(
    model: Any,  # noqa: ANN401 (transformers' types)
    lessons: Sequence[Example],
    batch_of: Callable[[Sequence[Example]], Batch],
    course: Course,
    report: Report,
) -> None:
    if not lessons:
        raise InputError("there is nothing to learn from: no lessons for this stage")
    torch.manual_seed(course.seed)
    draw = random.Random(course.seed)  # noqa: S311 (not for secrets)
    order = [i for _ in range(course.epochs) for i in draw.sample(range(len(lessons)), len(lessons))]
    groups = [order[start : start + course.batch] for start in range(0, len(order), course.batch)]
    optimiser = torch.optim.AdamW(model.parameters(), lr=course.rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(0.0, 1 - step / len(groups)))
    model.train()
    for step, group in enumerate(groups, start=1):
        loss = model(**batch_of([lessons[i] for i in group])).loss
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        report(step, len(groups), loss.item())
    model.eval()


def _save(model: Any, tokenizer: Any, out: Path) -> None:  # noqa: ANN401 (transformers' types)
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
