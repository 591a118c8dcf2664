"""Texts that share rare words."""

import os
import subprocess
import sys

from claimwise.text.overlap import Overlap

TEXTS = ["green tea lowers pressure", "green eyes see well", "green green grass", "iron is heavy"]


def test_rare_words_weigh_more() -> None:
    overlap = Overlap(TEXTS)
    assert overlap.nearest("green iron", 2) == [3, 0]
    assert overlap.nearest("unknown words", 3) == []


def test_the_share_is_of_the_claims_words() -> None:
    overlap = Overlap(TEXTS)
    assert overlap.share("green tea", "tea that is green") == 1.0
    assert overlap.share("green tea", "a green field") < 0.5 < overlap.share("green tea", "black tea")
    assert overlap.share("", "anything") == 0.0


def test_sums_are_the_same_in_every_process() -> None:
    claim = " ".join(f"word{i}" for i in range(40))
    code = (
        "from claimwise.text.overlap import Overlap\n"
        "texts = [' '.join(f'word{i}' for i in range(0, 40, step)) for step in range(1, 40)]\n"
        f"print([Overlap(texts).share({claim!r}, text).hex() for text in texts])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
