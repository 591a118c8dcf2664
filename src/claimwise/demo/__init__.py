"""The demo corpus: short documents on subjects where many people hold wrong beliefs, written for claimwise."""

from pathlib import Path

CORPUS = Path(__file__).parent / "corpus.jsonl"
CLAIMS = Path(__file__).parent / "claims.jsonl"
"""Claims about it with their verdicts, written before any verifier had read them."""
