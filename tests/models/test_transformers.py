"""Models of `transformers` where neither it nor torch is installed."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "ask",
    [
        "transformers import EntailmentModel as M; M('x').probabilities([('a', 'b')])",
        "transformers import TokenTagger as M; M('x').scores([('a', ['b'])])",
        "seq2seq import Seq2SeqModel as M; M('x').probabilities([('a', 'b', 'c')], ['true'])",
    ],
)
@pytest.mark.parametrize("missing", ["torch", "transformers"])
def test_without_the_extra_the_error_says_what_to_install(ask: str, missing: str) -> None:
    code = (
        f"import sys; sys.modules['{missing}'] = None\n"
        "from claimwise.errors import MissingExtraError\n"
        f"try:\n    from claimwise.models.{ask}\nexcept MissingExtraError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'claimwise[hf]'" in said
