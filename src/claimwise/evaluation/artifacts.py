"""Words that give a label away without any evidence: pointwise mutual information of words and labels.

    PMI(word, label) = log2( p(word, label) / (p(word) · p(label)) )

over claims, each counted once for a word whatever its number in it (Luken et al. 2018, section 5; Gururangan et al.
2018). Rare words do not win: to each word's count `smoothing` claims per label are added, shared out as all claims are.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD = re.compile("[^\\W_]+(?:['\u2019][^\\W_]+)?")


@dataclass(frozen=True, slots=True)
class Artifact:
    """A word, how many claims have it, in what share of them the label stands, and how much it tells of the label."""

    word: str
    count: int
    share: float
    pmi: float


def artifacts(
    claims: Iterable[tuple[str, str]], *, top: int = 10, least: int = 20, smoothing: float = 10.0
) -> dict[str, list[Artifact]]:
    """Return, for each label, the words of `least` or more claims that tell most of it, best first."""
    joint: Counter[tuple[str, str]] = Counter()
    labels: Counter[str] = Counter()
    for text, label in claims:
        labels[label] += 1
        joint.update((word, label) for word in set(_WORD.findall(text.lower())))
    totals: Counter[str] = Counter()
    for (word, _), count in joint.items():
        totals[word] += count
    known = sorted(word for word, count in totals.items() if count >= least)
    return {label: _best(label, known, joint, totals, labels, smoothing)[:top] for label in sorted(labels)}


def _best(
    label: str,
    known: Sequence[str],
    joint: Counter[tuple[str, str]],
    totals: Counter[str],
    labels: Counter[str],
    smoothing: float,
) -> list[Artifact]:
    everything = labels.total()
    found = []
    for word in known:
        added = smoothing * len(labels)
        together, alone = joint[word, label] + added * labels[label] / everything, totals[word] + added
        pmi = math.log2(together / alone * everything / labels[label]) if together else -math.inf
        found.append(Artifact(word, totals[word], joint[word, label] / totals[word], pmi))
    return sorted(found, key=lambda one: (-one.pmi, one.word))
