"""The verifier's way through training: general pairs first, then SciFact in folds, then one model of all.

Instead of both, a fold may learn everything mixed (`training/further.py`), from the base or from an older verifier.

Each fold is trained on the claims of the others, all from the same general network, and read over its own claims, which
it has not seen: these readings choose every threshold. The shipped network is the mean of the folds' weights (Wortsman
et al. 2022, "Model soups"): it has learnt from all claims, and no claim was used to judge a network that had seen it.

Everything is kept in a work folder (`general.pt`, `fold-0.pt` …, `fold-0.json` …), so that a run that was cut off goes
on where it was.
"""

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch

from claimwise.errors import InputError
from claimwise.evaluation.scifact import score_claims
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.models.card import sha256_of
from claimwise.models.verifier import Reading, VerifierModel
from claimwise.text.negation import denied
from claimwise.training.assemble import Description, write_both
from claimwise.training.base import Base
from claimwise.training.batches import examples_of
from claimwise.training.calibration import fit_confidence
from claimwise.training.folds import folds_of
from claimwise.training.further import COURSE, Science, course_samples, further
from claimwise.training.general import general_samples
from claimwise.training.graph import read_verifier, read_weights
from claimwise.training.heldout import Read, components, cross_predicted, fit, worth_a_look
from claimwise.training.loop import Plan, Progress, train
from claimwise.training.network import Shape, VerifierNetwork, encoder_of
from claimwise.training.samples import Sample
from claimwise.training.scifact import Mix, scifact_samples
from claimwise.training.unlabelled import unlabelled_samples
from claimwise.types import Claim
from claimwise.verification.joint import Look

FOLDS = 5
HELD_OUT = "scifact_train_held_out_fold_0"
"""What a card calls the scores of a verifier that has not learnt from the first fold."""
READ_DEPTH = 10
"""How many documents are read for each held-out claim."""

_NOT_TOLD = frozenset({"base", "work", "resume", "go_on"})

Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of training: where it works and what it was told."""

    base: Base
    work: Path
    shape: Shape = field(default_factory=Shape)
    general: Plan = field(default_factory=lambda: Plan(learning_rate=8e-5, frozen_layers=4))
    science: Plan = field(default_factory=lambda: Plan(learning_rate=5e-5, frozen_layers=4, deciding=2.0))
    mix: Mix = field(default_factory=Mix)
    mixed: Plan | None = None
    """How to learn everything in one course instead of in stages."""
    go_on: Path | None = None
    """The folder of a verifier to go on from."""
    general_epochs: int = 1
    general_share: float = 1.0
    epochs: int = 2
    whole_unlabelled: float = 0.5
    rehearsal: float = 0.06
    """The share of the general samples that every epoch over SciFact repeats."""
    keep: float = 0.0
    """The share in the final weights of those begun from (Wortsman et al. 2022, "Robust fine-tuning")."""
    seed: int = 0
    resume: bool = False

    def network(self, weights: Path | None = None) -> VerifierNetwork:
        """Return a network with the base's weights, or those of a file."""
        torch.manual_seed(self.seed)
        encoder = encoder_of(read_weights(self.base.model), self.base.config)
        network = VerifierNetwork(encoder, hidden=self.base.hidden, shape=self.shape)
        if weights is not None:
            network.load_state_dict(torch.load(weights, weights_only=True))
        elif self.go_on is not None:
            known = put_back(read_verifier(self.go_on / "model.onnx"), read_weights(self.base.model))
            try:
                network.load_state_dict({name: torch.from_numpy(array) for name, array in known.items()})
            except RuntimeError as error:
                raise InputError(f"{self.go_on} is no verifier made from {self.base.folder}: {error}") from error
        return network


def put_back(known: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return a verifier's weights, those of layers that were never trained as the base has them, before int8 rounded.

    A layer was not trained if its biases and norms, which are not rounded, are the base's.
    """
    untouched = {
        part
        for part in {_part_of(name) for name in base}
        if all(
            np.array_equal(array, known.get(f"encoder.{name}", ()))
            for name, array in base.items()
            if _part_of(name) == part and array.ndim == 1
        )
    }
    exact = {f"encoder.{name}": array for name, array in base.items() if _part_of(name) in untouched}
    return {name: exact.get(name, array) for name, array in known.items()}


def _part_of(name: str) -> str:
    """Return the layer of a weight, or `embeddings`."""
    return ".".join(name.split(".")[:3]) if name.startswith("encoder.layer.") else name.partition(".")[0]


def take_up(run: Run, science: Science, *, unlabelled: bool) -> None:
    """Begin in the work folder, or go on with what is there if it was begun in the same way, with the same claims."""
    told = {name: value for name, value in asdict(run).items() if name not in _NOT_TOLD}
    begun = sha256_of(run.go_on / "model.onnx") if run.go_on else None
    given = {"base": sha256_of(run.base.model), "go_on": begun, "unlabelled": unlabelled, "claims": _digest(science)}
    told = json.loads(json.dumps(told | given))
    run.work.mkdir(parents=True, exist_ok=True)
    kept = run.work / "run.json"
    if not run.resume and kept.is_file():
        raise InputError(f"{run.work} holds a run already; add --resume to go on with it, or give another --work")
    if kept.is_file() and (before := json.loads(kept.read_text(encoding="utf-8"))) != told:
        other = ", ".join(name for name in told if before.get(name) != told[name])
        raise InputError(f"{run.work} holds a run with other settings ({other}); give another --work")
    new = kept.with_suffix(".new")
    new.write_text(json.dumps(told, indent=1), encoding="utf-8")
    new.replace(kept)


def _digest(science: Science) -> str:
    """Return the sha256 of all claims to learn from, with what is known of them."""
    known = [*science.claims, *science.forms, *(one for some in science.written for one in some.claims)]
    return hashlib.sha256("\n".join(map(repr, known)).encode()).hexdigest()


def learn_general(run: Run, data: Path, *, report: Report) -> Path:
    """Train on general pairs and return the weights' file."""
    out = run.work / "general.pt"
    if out.is_file() and run.resume:
        return out
    samples = general_samples(data, seed=run.seed, share=run.general_share)
    examples = examples_of(samples, run.base.tokenizer, limit=run.base.limit)
    network = run.network()
    _train(run, network, [examples] * run.general_epochs, run.general, out, report=report)
    return out


def learn_fold(run: Run, fold: int, science: Science, *, start: Path | None, report: Report) -> Path:
    """Train on all folds but one, from the general weights, and return the weights' file."""
    out = run.work / f"fold-{fold}.pt"
    if out.is_file() and run.resume:
        return out
    folds = folds_of(science.claims, count=FOLDS)
    claims = [one for one in science.claims if folds[one.claim.id] != fold]
    samples = [_epoch(run, claims, science, run.seed + epoch) for epoch in range(run.epochs)]
    samples[0] += unlabelled_samples(science.unlabelled, whole=run.whole_unlabelled, seed=run.seed)
    epochs = [examples_of(epoch, run.base.tokenizer, limit=run.base.limit) for epoch in samples]
    network = run.network(start)
    plan = replace(run.science, seed=run.seed + fold)
    begun = torch.load(start, weights_only=True) if start else None
    _train(run, network, epochs, plan, out, report=report, begun=begun)
    return out


def learn_mixed(run: Run, fold: int, science: Science, data: Path, *, report: Report) -> Path:
    """Train on all folds but one and on all else at once, and return the weights' file."""
    out = run.work / f"fold-{fold}.pt"
    if out.is_file() and run.resume:
        return out
    folds = folds_of(science.claims, count=FOLDS)
    claims = [one for one in science.claims if folds[one.claim.id] != fold]
    if run.mixed is None:
        raise InputError("a mixed course needs a plan")
    course = further(run.epochs) if run.go_on else COURSE
    parts = course_samples(data, science, claims, mix=run.mix, seed=run.seed, course=course)
    plan = replace(run.mixed, seed=run.seed + fold)
    examples = [examples_of(part, run.base.tokenizer, limit=run.base.limit) for part in parts]
    begun = run.network()
    teachers = [begun] if plan.taught else ()
    _train(run, run.network(), examples, plan, out, report=report, begun=begun.state_dict(), teachers=teachers)
    return out


def _epoch(run: Run, claims: Sequence[AnnotatedClaim], science: Science, seed: int) -> list[Sample]:
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    again = draw.sample(science.general, round(run.rehearsal * len(science.general)))
    ranked = {claim_id: [*found] for claim_id, found in science.found.items()}
    return [*scifact_samples(claims, science.documents, ranked, mix=run.mix, seed=seed), *again]


def read_fold(run: Run, fold: int, science: Science, weights: Path) -> list[Read]:
    """Return what the network of a fold, in int8, as it will ship, says about the fold's own claims."""
    kept = run.work / f"fold-{fold}.json"
    if kept.is_file() and run.resume:
        return load_reads(kept)
    folds = folds_of(science.claims, count=FOLDS)
    own = [one.claim for one in science.claims if folds[one.claim.id] == fold]
    said = Description(f"fold {fold}", "", "", run.seed, None, {}, {})
    with TemporaryDirectory(dir=run.work) as folder:
        write_both(run.base, average([weights]), Path(folder), label=run.shape.label, description=said)
        reads = read_claims(VerifierModel(Path(folder)), own, science)
    save_reads(kept, reads)
    return reads


def read_claims(model: VerifierModel, claims: Sequence[Claim], science: Science) -> list[Read]:
    """Return what a verifier says about the documents that retrieval finds for these claims."""
    wanted = [
        (claim, rank, doc_id) for claim in claims for rank, doc_id in enumerate([*science.found[claim.id]][:READ_DEPTH])
    ]
    pairs = [(claim.text, science.documents[doc_id]) for claim, _, doc_id in wanted]
    readings = model.read(pairs)
    looks = worth_a_look(model.read, pairs, readings)
    return [
        Read(claim.id, doc_id, rank, reading, look, science.found[claim.id][doc_id], denied(claim.text) is not None)
        for (claim, rank, doc_id), reading, look in zip(wanted, readings, looks, strict=True)
    ]


def average(files: Sequence[Path]) -> dict[str, Any]:
    """Return the mean of several networks' weights, as arrays by torch's names."""
    if not files:
        raise InputError("there are no trained networks to average")
    states = [torch.load(file, weights_only=True) for file in files]
    return {
        name: torch.stack([state[name].float() for state in states]).mean(dim=0).numpy()
        for name in states[0]
        if states[0][name].is_floating_point()
    }


def save_reads(path: Path, reads: Sequence[Read]) -> None:
    """Keep readings, so that thresholds can be fitted again without reading again."""
    rows = [
        [
            one.claim_id,
            one.doc_id,
            one.rank,
            one.reading.label.tolist(),
            one.reading.sentences.tolist(),
            None if one.look is None else _kept(one.look),
            one.relevance,
            one.negated,
            [one.reading.candidates.start, one.reading.candidates.stop],
        ]
        for one in reads
    ]
    new = path.with_suffix(".new")
    new.write_text(json.dumps(rows), encoding="utf-8")
    new.replace(path)


def _kept(look: Look) -> list[Any]:
    side = None if look.side is None else look.side.tolist()
    return [side, [[place, logits.tolist()] for place, logits in look.alone.items()]]


def _looked(side: Sequence[float] | None, alone: Sequence[tuple[int, Sequence[float]]]) -> Look:
    return Look(None if side is None else np.array(side), {place: np.array(logits) for place, logits in alone})


def load_reads(path: Path) -> list[Read]:
    """Return readings that were kept."""
    return [
        Read(
            claim_id,
            doc_id,
            rank,
            Reading(np.array(label), np.array(sentences).reshape(-1, len(label)), range(*decided_in)),
            None if look is None else _looked(*look),
            relevance,
            negated,
        )
        for claim_id, doc_id, rank, label, sentences, look, relevance, negated, decided_in in json.loads(
            path.read_text(encoding="utf-8")
        )
    ]


def _train(
    run: Run,
    network: VerifierNetwork,
    epochs: Sequence[Any],
    plan: Plan,
    out: Path,
    *,
    report: Report,
    begun: Mapping[str, Any] | None = None,
    teachers: Sequence[VerifierNetwork] = (),
) -> None:
    checkpoint = out.with_suffix(".checkpoint")
    train(network, epochs, plan, teachers=teachers, checkpoint=checkpoint, resume=run.resume, report=report)
    state = network.state_dict()
    if begun and run.keep:
        state = mixed(begun, state, run.keep)
    new = out.with_suffix(".new")
    torch.save(state, new)
    new.replace(out)
    checkpoint.unlink(missing_ok=True)


def mixed(first: Mapping[str, Any], second: Mapping[str, Any], share: float) -> dict[str, Any]:
    """Return weights between two networks, `share` of the first in them."""
    return {name: torch.lerp(second[name], first[name], share) for name in second if second[name].is_floating_point()}


def finish(run: Run, folds: Sequence[int], science: Science) -> tuple[dict[str, Any], dict[str, float], dict[str, Any]]:
    """Return the averaged weights of the folds, the settings that fit their held-out readings, and what those score."""
    reads = [one for fold in folds for one in load_reads(run.work / f"fold-{fold}.json")]
    settings, scores = settings_of(reads, science)
    return average([run.work / f"fold-{fold}.pt" for fold in folds]), settings, scores


def settings_of(reads: Sequence[Read], science: Science) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the settings and the calibration that fit these readings, and what they score.

    The calibration is fitted to what other claims' settings say of a claim, which is scored, too.
    """
    read = {one.claim_id for one in reads}
    claims = [one for one in science.claims if one.claim.id in read]
    gold = {one.claim.id: one.judgements for one in claims}
    parts = folds_of(claims, count=FOLDS)
    if len(set(parts.values())) < FOLDS:
        raise InputError(
            f"{len(claims)} held-out claims are too few to fit settings to; {FOLDS} that share no document are needed"
        )
    settings, scores = fit(reads, gold, k=READ_DEPTH)
    others = cross_predicted(reads, gold, parts, k=READ_DEPTH)
    values = asdict(settings) | asdict(fit_confidence(others, gold))
    return values, {**scores, "cross_validated": score_claims(gold, others), "parts": components(reads, gold)}
