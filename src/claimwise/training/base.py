"""The base encoder that a verifier is trained from: its folder, its weights, its tokenizer."""

import json
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from claimwise.errors import InputError, MissingExtraError
from claimwise.models.onnx import load_tokenizer


def demand_torch() -> None:
    """Raise unless what training needs is installed."""
    if not all(find_spec(name) for name in ("torch", "transformers", "onnx")):
        raise MissingExtraError("training a verifier", "train")


@dataclass(frozen=True)
class Base:
    """A folder with `onnx/model.onnx` or `model.onnx`, `tokenizer.json` and `config.json`."""

    folder: Path

    @cached_property
    def model(self) -> Path:
        """The float model."""
        for candidate in (self.folder / "onnx" / "model.onnx", self.folder / "model.onnx"):
            if candidate.is_file():
                return candidate
        raise InputError(f"{self.folder} holds no model: expected onnx/model.onnx or model.onnx beside tokenizer.json")

    @cached_property
    def config(self) -> dict[str, Any]:
        """The configuration of a BERT-like encoder."""
        for name in ("tokenizer.json", "config.json"):
            if not (self.folder / name).is_file():
                raise InputError(f"{self.folder} holds no {name}; it comes with the base model")
        path = self.folder / "config.json"
        try:
            config: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return config | {key: int(config[key]) for key in ("hidden_size", "max_position_embeddings")}
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path} is not the configuration of a BERT-like encoder: {error}") from error

    @property
    def hidden(self) -> int:
        """The width of a token's state."""
        return int(self.config["hidden_size"])

    @property
    def limit(self) -> int:
        """The longest sequence."""
        return int(self.config["max_position_embeddings"])

    @cached_property
    def tokenizer(self) -> Any:  # noqa: ANN401 (tokenizers' types are incomplete)
        """The tokenizer, which neither pads nor cuts off."""
        _ = self.config
        return load_tokenizer(self.folder)
