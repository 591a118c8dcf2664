"""The joint verifier: one pass over claim and document gives the deciding sentences and whether they say anything.

Which side they are on is read a second time where the settings ask for it: from the best sentence with its neighbours,
which is short, and only for documents that have a stance. On held-out claims that tells the sides apart better than the
whole document does (docs/tries.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from claimwise.labels import Stance
from claimwise.models.verifier import CLASSES, Logits, Reading, VerifierModel, decisiveness, probabilities
from claimwise.text.negation import denied
from claimwise.types import Claim, Document, Evidence

NOTHING = CLASSES.index(Stance.NOT_ENOUGH_INFO)

_LIKELY = 3
"""So many documents at the top of a ranking are likely to speak to the claim; those below tell the level."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What turns logits into evidence, kept in the model's card; docs/tries.md tells what was fitted on what.

    The probability that a document says anything about the claim is the sigmoid of

        say_scale · logit + max(say_relevance · (relevance - 1), -say_most) + say_shift
        - say_background · max(0, level - background)

    of the model's logit and the document's relevance, by which retrieval ranks it: 1 is the first. A low rank takes
    away `say_most` at most, so that a document that clearly speaks to the claim counts wherever it was found. `level`
    is the mean logit of the documents further down the ranking: in some corpora everything looks like evidence to the
    model, and then more is asked of each.

    A document has a stance when the probability reaches `decide_at`. Its best sentence belongs to the rationale, and so
    do those whose log-odds of saying anything are within `select_within` of the best one's, `most_sentences` in all.
    With `second_look` the side is taken from a second reading, of the best sentence with its neighbours. It is the
    softmax of its two logits, `side_shift` added to that of supporting, over the `temperature`; of a negated claim the
    model reads what that denies, so there the shift is added to that of refuting.
    """

    temperature: float = 1.0
    side_shift: float = 0
    decide_at: float = 0.5
    select_within: float = 2.0
    most_sentences: float = 3
    second_look: float = 0
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
        looks = self._looks(pairs, readings, [settings.second_look > 0 and one >= settings.decide_at for one in saying])
        return [
            evidence_of(
                claim.id,
                document.id,
                reading,
                settings,
                saying=share,
                look=look,
                negated=denied(claim.text) is not None,
            )
            for (claim, document), reading, share, look in zip(pairs, readings, saying, looks, strict=True)
        ]

    def _looks(
        self, pairs: Sequence[tuple[Claim, Document]], readings: Sequence[Reading], worth: Sequence[bool]
    ) -> list[Logits | None]:
        """Return what the best sentence and its neighbours say, for the documents that are worth a second look."""
        wanted = [i for i, one in enumerate(worth) if one]
        found = self._model.read([(pairs[i][0].text, best_of(pairs[i][1], readings[i])) for i in wanted])
        looks: list[Logits | None] = [None] * len(pairs)
        for i, reading in zip(wanted, found, strict=True):
            looks[i] = reading.label
        return looks


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


def best_of(document: Document, reading: Reading) -> Document:
    """Return the document's best sentence with the one before and the one after it, without the title."""
    silent = probabilities(reading.sentences)[:, NOTHING]
    best = min(reading.candidates, key=lambda i: float(silent[i]))
    return replace(document, title="", sentences=document.sentences[max(0, best - 1) : best + 2])


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
    label = max((Stance.SUPPORTS, Stance.REFUTES), key=lambda stance: by_stance[stance])
    chosen = select(reading, settings, (label,))
    return Evidence(claim_id, doc_id, label, by_stance, tuple(chosen), tuple(chosen.values()))


def sides_of(logits: Logits, settings: Settings, *, negated: bool) -> tuple[float, float]:
    """Return how likely it is that a text that says anything supports the claim, and that it refutes it."""
    both = logits[:NOTHING].copy()
    both[1 if negated else 0] += settings.side_shift
    supports, refutes = probabilities(both, temperature=settings.temperature)
    return float(supports), float(refutes)


def select(
    reading: Reading, settings: Settings, sides: Sequence[Stance] = (Stance.SUPPORTS, Stance.REFUTES)
) -> dict[int, float]:
    """Return the sentences that are clearest on these sides, with the probability of that, best first: one at least."""
    on = [CLASSES.index(side) for side in sides]
    logits = np.asarray(reading.sentences, dtype=np.float64)
    odds = np.logaddexp.reduce(logits[:, on], axis=1) - np.logaddexp.reduce(np.delete(logits, on, axis=1), axis=1)
    order = sorted(reading.candidates, key=lambda i: -odds[i])[: int(settings.most_sentences)]
    near = [i for i in order if odds[i] >= odds[order[0]] - settings.select_within]
    return {i: float(1 / (1 + np.exp(-odds[i]))) for i in near}
