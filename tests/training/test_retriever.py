"""Teaching an embedder: equation 2 by hand, and a tiny encoder that learns to find."""

import math
from pathlib import Path

import numpy as np
import pytest

from claimwise.errors import InputError
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.models.embedder import Embedder
from claimwise.types import Claim, Document, Judgement

torch = pytest.importorskip("torch", reason="the extra `train` is not installed; `make test-train` brings it")
pytest.importorskip("transformers", reason="the extra `train` is not installed; `make test-train` brings it")

from tests.training.conftest import COLOURS, THINGS  # noqa: E402

from claimwise.training.base import Base  # noqa: E402
from claimwise.training.embedder import convert, taught  # noqa: E402
from claimwise.training.retriever import Schooling, Triple, learn_embedder, sampled_softmax, triples_of  # noqa: E402


def test_the_loss_is_the_papers_equation() -> None:
    claims = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    passages = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
    first = -math.log(math.exp(2) / (math.exp(2) + math.exp(0) + math.exp(1.2)))
    second = -math.log(math.exp(2) / (math.exp(0) + math.exp(2) + math.exp(1.6)))
    assert sampled_softmax(claims, passages, 0.5).item() == pytest.approx((first + second) / 2)


def test_noise_is_what_was_found_and_does_not_decide() -> None:
    documents = {name: Document(name, name, (f"Text of {name}.",)) for name in "abc"}
    one = AnnotatedClaim(Claim("1", "A claim."), ("a",), (Judgement("1", "a", Stance.SUPPORTS, ((0,),)),))
    lone = AnnotatedClaim(Claim("2", "Another."), ("b",), (Judgement("2", "b", Stance.SUPPORTS, ((0,),)),))
    [found] = triples_of([one, lone], documents, {"1": ["a", "c"], "2": ["b"]}, seed=0)
    assert found == Triple("A claim.", "a Text of a.", "c Text of c.")


def test_without_evidence_there_is_nothing_to_learn(tiny_base: Path) -> None:
    with pytest.raises(InputError, match="nothing to learn"):
        learn_embedder(Base(tiny_base), [], Schooling())


@pytest.mark.slow
def test_a_tiny_encoder_learns_to_find(tiny_base: Path, tmp_path: Path) -> None:
    """What matters is the thing, whatever its colour: the taught encoder ranks by it, the untaught one does not."""
    triples = [
        Triple(f"the {thing} is {colour} .", f"it is the {thing} . {shade} rains", f"the {other} is {colour} .")
        for thing in THINGS
        for colour in COLOURS
        for shade in COLOURS
        for other in THINGS
        if other != thing
    ]
    losses: list[float] = []
    schooling = Schooling(epochs=2, rate=3e-3, batch=8)
    weights = learn_embedder(Base(tiny_base), triples, schooling, report=lambda *now: losses.append(now[2]))
    assert np.mean(losses[-20:]) < np.mean(losses[:5]) / 2
    texts = [f"the {thing} is {colour} ." for thing in THINGS for colour in COLOURS]
    folder = taught(tiny_base, weights, tmp_path / "taught")
    convert(folder, tmp_path / "out", name="tiny", licence="none", texts=texts)

    def found(model: Embedder) -> float:
        claims = model.embed([f"the {thing} is red ." for thing in THINGS])
        passages = model.embed([f"it is the {thing} . blue rains" for thing in THINGS])
        return float(np.mean((claims @ passages.T).argmax(axis=1) == np.arange(len(THINGS))))

    assert found(Embedder(tmp_path / "out")) > 0.8
