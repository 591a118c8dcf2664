"""The joint verifier: one pass over claim and document gives the deciding sentences and whether they say anything.

Documents that have a stance are looked at more closely where the settings ask for it, which is short: the best sentence
with its neighbours tells which side the document is on, and the best sentences, each by itself, have a say in which of
them decide. On held-out claims both are told better so than by the whole document alone (docs/tries.md).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from claimwise.labels import SIDES, Stance
from claimwise.models.verifier import CLASSES, Logits, Reading, VerifierModel, decisiveness, probabilities
from claimwise.text.negation import denied
from claimwise.types import Claim, Document, Evidence

NOTHING = CLASSES.index(Stance.NOT_ENOUGH_INFO)

_CLOSER = 5
"""So many of a document's best sentences are read by themselves, too."""

_HOPELESS = -3.0
"""Not those whose log-odds of saying anything are below this: next to none is chosen for what it says by itself."""

_LIKELY = 3
"""So many documents at the top of a ranking are likely to speak to the claim; those below tell the level."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What turns logits into evidence, kept in the model's card; docs/tries.md tells what was fitted on what.

    The probability that a document says anything about the claim is the sigmoid of

        say_scale · logit + max(say_relevance · (relevance - 1), -say_most) + say_shift
        - say_background · max(0, level - background)

    of the model's logit and the document's relevance, by which retrieval ranks it: 1 is the most. A low rank takes
    away `say_most` at most, so that a document that clearly speaks to the claim counts wherever it was found. `level`
    is the mean logit of the documents further down the ranking: in some corpora everything looks like evidence to the
    model, and then more is asked of each.

    A document has a stance when the probability reaches `decide_at`. With `second_look` the side is taken from a second
    reading, of the best sentence with its neighbours. It is the softmax of its two logits, `side_shift` added to that
    of supporting, over the `temperature`; of a negated claim the model reads what that denies, so there the shift is
    added to that of refuting.

    The rationale are the sentences that are on that side with a probability of `select_from`, and whose log-odds of it
    are within `select_within` of the clearest one's, `most_sentences` in all; where none is, the one that says most.
    The share `alone` of a sentence's logits comes from reading it by itself.
    """

    temperature: float = 1.0
    side_shift: float = 0
    decide_at: float = 0.5
    select_within: float = 2.0
    select_from: float = 0
    most_sentences: float = 3
    second_look: float = 0
    alone: float = 0
    say_scale: float = 1
    say_relevance: float = 0
    say_most: float = 2
    say_shift: float = 0
    say_background: float = 0
    background: float = 0

    @classmethod
    def of_card(cls, values: Mapping[str, float]) -> "Settings":
        """Return the settings that a card holds."""
        return cls(**{name: value for name, value in values.items() if name in cls.__slots__})


class JointVerifier:
    """The embedded verifier, or another of its kind."""

    def __init__(self, model: VerifierModel | None = None, *, settings: Settings | None = None) -> None:
        self._model = model or VerifierModel()
        self._settings = settings

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        self._model.warm_up()

    def verify(
        self, pairs: Sequence[tuple[Claim, Document]], *, relevance: Sequence[float] | None = None
    ) -> list[Evidence]:
        """Return one piece of evidence per pair, in order.

        Without a relevance a document counts as found first, and is not compared with those found beside it.
        """
        if not pairs:
            return []
        settings = self._settings or Settings.of_card(self._model.card.settings)
        readings = self._model.read([(claim.text, document) for claim, document in pairs])
        if relevance is None:
            saying = [says_anything(reading, settings) for reading in readings]
        else:
            levels = levels_of([claim.id for claim, _ in pairs], readings, relevance)
            saying = [
                says_anything(reading, settings, rank, level=level)
                for reading, rank, level in zip(readings, relevance, levels, strict=True)
            ]
        texts = [(claim.text, document) for claim, document in pairs]
        looks = closer_looks(self._model.read, texts, readings, [one >= settings.decide_at for one in saying], settings)
        return [
            evidence_of(
                claim.id,
                document.id,
                joined(reading, look, settings.alone),
                settings,
                saying=share,
                look=None if look is None else look.side,
                negated=denied(claim.text) is not None,
            )
            for (claim, document), reading, share, look in zip(pairs, readings, saying, looks, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Look:
    """A closer look at a document: what its best sentence says with its neighbours, and some by themselves."""

    side: Logits | None
    alone: Mapping[int, Logits]


def closer_looks(
    read: Callable[[Sequence[tuple[str, Document]]], Sequence[Reading]],
    pairs: Sequence[tuple[str, Document]],
    readings: Sequence[Reading],
    worth: Sequence[bool],
    settings: Settings,
) -> list[Look | None]:
    """Return a closer look at the documents that are worth it, all read at once, as far as the settings want one."""
    wanted = [i for i, one in enumerate(worth) if one and len(readings[i].sentences)]
    chosen = {i: worth_reading_alone(readings[i]) if settings.alone else [] for i in wanted}
    asked = [(pairs[i][0], best_of(pairs[i][1], readings[i])) for i in wanted if settings.second_look]
    asked += [(pairs[i][0], sentence_of(pairs[i][1], place)) for i in wanted for place in chosen[i]]
    found = iter(read(asked))
    sides = {i: next(found).label for i in wanted if settings.second_look}
    looks: list[Look | None] = [None] * len(pairs)
    for i in wanted:
        looks[i] = Look(sides.get(i), {place: next(found).sentences[0] for place in chosen[i]})
    return looks


def joined(reading: Reading, look: Look | None, share: float) -> Reading:
    """Return the reading with the share of its sentences' logits from what they say by themselves."""
    if look is None or not look.alone:
        return reading
    sentences = reading.sentences.copy()
    for place, logits in look.alone.items():
        sentences[place] = (1.0 - share) * sentences[place] + share * logits
    return replace(reading, sentences=sentences)


def levels_of(claim_ids: Sequence[str], readings: Sequence[Reading], relevance: Sequence[float]) -> list[float | None]:
    """Return for every document how decided those are that were found for the same claim, but not among the first.

    None where these are too few to tell, as where all documents were given and none ranks below another.
    """
    found: dict[str, list[tuple[float, float]]] = {}
    for claim_id, reading, rank in zip(claim_ids, readings, relevance, strict=True):
        if len(reading.sentences):
            found.setdefault(claim_id, []).append((rank, decisiveness(reading.label)))
    means: dict[str, float] = {}
    for claim_id, several in found.items():
        ordered = sorted(several, key=lambda one: -one[0])
        below = [level for rank, level in ordered[_LIKELY:] if rank < ordered[0][0]]
        if len(below) >= _LIKELY:
            means[claim_id] = float(np.mean(below))
    return [means.get(claim_id) for claim_id in claim_ids]


def says_anything(reading: Reading, settings: Settings, relevance: float = 1.0, *, level: float | None = None) -> float:
    """Return the probability that a document says anything about the claim; without sentences it does not."""
    if not len(reading.sentences):
        return 0.0
    found = max(settings.say_relevance * (min(relevance, 1.0) - 1), -settings.say_most)
    above = 0.0 if level is None else max(0.0, level - settings.background)
    logit = settings.say_scale * decisiveness(reading.label) + found + settings.say_shift
    return float(1 / (1 + np.exp(settings.say_background * above - logit)))


def clearest(reading: Reading) -> list[int]:
    """Return the sentences that may decide, those first that say most, on whatever side."""
    odds = log_odds(reading, SIDES)
    return sorted(reading.candidates, key=lambda i: -odds[i])


def worth_reading_alone(reading: Reading) -> list[int]:
    """Return the best sentences, but for those that have next to no chance to be chosen."""
    odds = log_odds(reading, SIDES)
    return [i for i in clearest(reading)[:_CLOSER] if odds[i] >= _HOPELESS]


def best_of(document: Document, reading: Reading) -> Document:
    """Return the document's best sentence with the one before and the one after it, without the title."""
    [best, *_] = clearest(reading)
    return replace(document, title="", sentences=document.sentences[max(0, best - 1) : best + 2])


def sentence_of(document: Document, place: int) -> Document:
    """Return one sentence of a document, without the title."""
    return replace(document, title="", sentences=document.sentences[place : place + 1])


def evidence_of(
    claim_id: str,
    doc_id: str,
    reading: Reading,
    settings: Settings,
    *,
    saying: float,
    look: Logits | None = None,
    negated: bool = False,
) -> Evidence:
    """Return what a reading says; a second look decides on the side.

    Sentences are chosen by how clearly they are on that side, and the clearest, which is the one quoted, comes first.
    """
    sides = sides_of(reading.label if look is None else look, settings, negated=negated)
    shares = [share * saying for share in sides] + [1.0 - saying]
    by_stance = dict(zip(CLASSES, shares, strict=True))
    if saying < settings.decide_at or not len(reading.sentences):
        return Evidence(claim_id, doc_id, Stance.NOT_ENOUGH_INFO, by_stance, (), ())
    label = max(SIDES, key=lambda stance: by_stance[stance])
    chosen = select(reading, settings, (label,))
    return Evidence(claim_id, doc_id, label, by_stance, tuple(chosen), tuple(chosen.values()))


def sides_of(logits: Logits, settings: Settings, *, negated: bool) -> tuple[float, float]:
    """Return how likely it is that a text that says anything supports the claim, and that it refutes it."""
    both = logits[:NOTHING].copy()
    both[1 if negated else 0] += settings.side_shift
    supports, refutes = probabilities(both, temperature=settings.temperature)
    return float(supports), float(refutes)


def select(reading: Reading, settings: Settings, sides: Iterable[Stance] = SIDES) -> dict[int, float]:
    """Return the sentences that are clearly on one of these sides, with the probability of that, the clearest first.

    Where none is, the one that says most, on whatever side, is the only one.
    """
    odds = log_odds(reading, sides)
    shares = {i: float(1 / (1 + np.exp(-odds[i]))) for i in sorted(reading.candidates, key=lambda i: -odds[i])}
    near = odds[next(iter(shares))] - settings.select_within
    chosen = [i for i, share in shares.items() if odds[i] >= near and share >= settings.select_from]
    chosen = chosen[: int(settings.most_sentences)] or clearest(reading)[:1]
    return {i: shares[i] for i in chosen}


def log_odds(reading: Reading, sides: Iterable[Stance]) -> NDArray[np.float64]:
    """Return the log-odds of every sentence of being on one of these sides."""
    on = [CLASSES.index(side) for side in sides]
    logits = np.asarray(reading.sentences, dtype=np.float64)
    found: NDArray[np.float64] = np.logaddexp.reduce(logits[:, on], axis=1)
    found -= np.logaddexp.reduce(np.delete(logits, on, axis=1), axis=1)
    return found
