"""The two label alphabets: what one document says, and what the whole evidence says.

Every dataset's own words for these are mapped once, in its reader and writer under `formats/`, nowhere else.
"""

from collections.abc import Mapping
from enum import StrEnum


class Stance(StrEnum):
    """What one document says about a claim."""

    SUPPORTS = "SUPPORTS"
    REFUTES = "REFUTES"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"


class VerdictLabel(StrEnum):
    """What all the evidence together says about a claim."""

    SUPPORTED = "SUPPORTED"
    REFUTED = "REFUTED"
    CONFLICTING = "CONFLICTING"
    NOT_ENOUGH_EVIDENCE = "NOT_ENOUGH_EVIDENCE"


SIDES: Mapping[Stance, VerdictLabel] = {
    Stance.SUPPORTS: VerdictLabel.SUPPORTED,
    Stance.REFUTES: VerdictLabel.REFUTED,
}
"""The stances that take a side, and the verdict of who has only such evidence."""

SILENT: Mapping[Stance, float] = {stance: float(stance is Stance.NOT_ENOUGH_INFO) for stance in Stance}
"""The probabilities of a text that surely says nothing."""
