"""A model's card: where its weights come from, what they may be used for, and the checksums that prove them whole."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from claimwise.errors import InputError, ModelError

WEIGHTS = Path(__file__).parent.parent / "weights"
"""Where the embedded models live."""


@dataclass(frozen=True, slots=True)
class Card:
    """What `card.json` holds; `settings` were fitted with the weights, `data` names what they learnt from."""

    name: str
    task: str
    base: str
    licence: str
    max_tokens: int
    dimension: int
    command: str
    files: dict[str, str]
    scores: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, float] = field(default_factory=dict)
    data: dict[str, str] = field(default_factory=dict)
    seed: int | None = None
    revision: str | None = None

    @property
    def fingerprint(self) -> str:
        """The sha256 of the weights: what an index records of the model that made its vectors."""
        return self.files["model.onnx"]


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file, in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_card(folder: Path) -> Card:
    """Read a model's card."""
    path = folder / "card.json"
    try:
        card = Card(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        raise ModelError(f"{folder} holds no model: card.json is missing; `claimwise train` makes one") from None
    except (ValueError, TypeError) as error:
        raise ModelError(f"{path} is damaged: {error}") from error
    if "model.onnx" not in card.files:
        raise ModelError(f"{path} is damaged: it names no model.onnx")
    return card


def write_card(folder: Path, card: Card) -> None:
    """Write a model's card, whole or not at all."""
    path = folder / "card.json"
    new = path.with_suffix(".new")
    try:
        new.write_text(json.dumps(asdict(card), indent=2) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror}); check the folder and its permissions"
        ) from error


def verify_files(folder: Path, card: Card) -> None:
    """Raise unless every file of the model is there and is the one that the card describes."""
    for name, expected in card.files.items():
        path = folder / name
        if not path.is_file():
            raise ModelError(f"{path} is missing; install claimwise again")
        if sha256_of(path) != expected:
            raise ModelError(f"{path} is damaged: its sha256 is not the one in card.json; install claimwise again")
