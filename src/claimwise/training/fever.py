"""What decomposable attention learns from: FEVER's allowed half of dev, and the sample of its training set.

A verifiable claim teaches with its gold sentence. A claim without enough information teaches with what the sentence
finder gives for it, or else with any sentence of a page that it names: that is what the network will see and must drop.
Claims of paper_dev, which are for measuring, teach nothing.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimwise.formats.fever import title_of
from claimwise.formats.fever_mini import JOINED, SAMPLE, JoinedClaim, mini_wikipedia, read_joined, read_sample
from claimwise.labels import Stance
from claimwise.store.titles import key_of, stripped
from claimwise.text.phrases import key_phrases
from claimwise.types import Claim, Document
from claimwise.verification.rule_selector import RuleSelector

_PER_CLAIM = 2


@dataclass(frozen=True, slots=True)
class Lesson:
    """A claim, a sentence of the page with this title, and what it says of the claim."""

    claim: str
    title: str
    sentence: str
    label: Stance


def fever_lessons(data: Path, *, seed: int = 0) -> list[Lesson]:
    """Return all lessons, shuffled."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    joined = [one for one in read_joined(data / JOINED) if not one.in_paper_dev]
    pairs = read_sample(data / SAMPLE)
    lessons = [Lesson(one.claim, title_of(one.place[0]), one.sentence, one.label) for one in pairs]
    lessons += _gold(joined)
    pages = _by_title(mini_wikipedia(data).pages)
    lessons += _silent([one for one in joined if one.label is Stance.NOT_ENOUGH_INFO], pages, draw)
    lessons += _elsewhere([one for one in joined if one.label is not Stance.NOT_ENOUGH_INFO], pages)
    draw.shuffle(lessons)
    return lessons


def _gold(joined: Sequence[JoinedClaim]) -> Iterator[Lesson]:
    """Yield claims whose evidence is a single sentence."""
    for one in joined:
        if len(one.pages) == 1 and one.text and one.text.count(" . ") == 0:
            yield Lesson(one.claim.text, title_of(one.pages[0]), one.text, one.label)


def _silent(
    joined: Sequence[JoinedClaim], pages: Mapping[str, list[Document]], draw: random.Random
) -> Iterator[Lesson]:
    """Yield claims that nothing decides with sentences that look as if they did."""
    for one in joined:
        for page in _named(one.claim.text, pages)[:_PER_CLAIM]:
            texts = [sentence for sentence in page.sentences if sentence]
            for sentence in (_candidates(one.claim, page) or draw.sample(texts, min(1, len(texts))))[:_PER_CLAIM]:
                yield Lesson(one.claim.text, page.title, sentence, Stance.NOT_ENOUGH_INFO)


def _elsewhere(joined: Sequence[JoinedClaim], pages: Mapping[str, list[Document]]) -> Iterator[Lesson]:
    """Yield decided claims with candidates from pages that annotators did not cite."""
    for one in joined:
        for page in _named(one.claim.text, pages):
            if page.id not in one.pages:
                for sentence in _candidates(one.claim, page)[:1]:
                    yield Lesson(one.claim.text, page.title, sentence, Stance.NOT_ENOUGH_INFO)


def _candidates(claim: Claim, page: Document) -> list[str]:
    [selection] = RuleSelector(use_synonyms="off").select([(claim, page)])
    return [page.sentences[i] for i in selection.sentences]


def _named(claim: str, pages: Mapping[str, list[Document]]) -> list[Document]:
    found = {page.id: page for phrase in key_phrases(claim) for page in pages.get(key_of(phrase), ())}
    return list(found.values())


def _by_title(pages: Sequence[Document]) -> dict[str, list[Document]]:
    found: dict[str, list[Document]] = {}
    for page in pages:
        for key in {key_of(page.title), key_of(stripped(page.title))}:
            found.setdefault(key, []).append(page)
    return found
