"""How fast claims are checked, as ratios in one run: joint against two steps, int8 against torch; and what one takes.

python benchmarks/verifier.py [--claims 300] [--ratios-only] [--base FOLDER --weights FILE]

Joint against two steps: the same documents, once with the joint verifier (one pass per document, a closer look at those
with a stance), once with one pass per sentence and one per document with the sentences selected. The documents are what
retrieval finds for a dozen claims, as when a claim is checked, and as many that claims cite, most of which have a
stance. With `--base` and `--weights` (the base encoder and a network that `claimwise train verifier` left in its work
folder) the same documents are read by torch in float32, too, and what both say of every cited document of SciFact dev
is compared.
The machine's int8 throughput is measured with the verifier's own largest matrix, alone, on one thread per core.
"""

import argparse
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from claimwise.execution.check import make_pipeline
from claimwise.formats.datasets import load_verification
from claimwise.formats.scifact import read_corpus
from claimwise.models.embedder import Embedder
from claimwise.models.onnx import available_threads
from claimwise.models.verifier import Reading, VerifierModel
from claimwise.retrieval.hybrid import HybridRetriever
from claimwise.stages import Verifier
from claimwise.store.cache import cached_index
from claimwise.types import Claim, Document
from claimwise.verification.joint import JointVerifier, Settings
from claimwise.verification.labellers import ReadingLabeller
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import SentenceSelector
from common import machine, percentiles, table

ROUNDS = 3
CLAIMS, DEPTH = 12, 10
IN_BATCH = 80
LAYERS, HIDDEN, INNER = 12, 384, 1536


class Pairs(NamedTuple):
    """Claims with documents, and how high retrieval ranks these, where it found them."""

    pairs: Sequence[tuple[Claim, Document]]
    relevance: Sequence[float] | None


def best(action: Callable[[], object]) -> float:
    """Return the seconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def ratios(
    cited: Sequence[tuple[Claim, Document]], found: Pairs, model: VerifierModel, options: argparse.Namespace
) -> None:
    sets = {"found": found, "cited": Pairs(cited[: CLAIMS * DEPTH], None)}
    once = replace(Settings.of_card(model.card.settings), second_look=0, alone=0)
    readers: dict[str, Callable[[Pairs], object]] = {
        "joint, int8": verifying(JointVerifier(model)),
        "joint, int8, without closer looks": verifying(JointVerifier(model, settings=once)),
        "two steps, int8": verifying(SelectThenLabel(SentenceSelector(model), ReadingLabeller(model))),
    }
    if options.base and options.weights:
        from claimwise.training.assemble import compare

        read = torch_reader(options.base, options.weights)
        readers["one pass, torch float32"] = lambda pairs: read(pairs.pairs)
        parity = compare(read(cited), model.read([(claim.text, document) for claim, document in cited]))
        print(f"{len(cited)} documents, int8 and float32: {parity}\n")
    seconds = {name: [best(partial(reader, one)) for one in sets.values()] for name, reader in readers.items()}
    fastest = seconds["joint, int8"]
    rows = [
        [
            name,
            *(f"{CLAIMS * DEPTH / took:.1f} ({took / first:.2f})" for took, first in zip(all_, fastest, strict=True)),
        ]
        for name, all_ in seconds.items()
    ]
    print("documents a second (times the joint one's time)\n")
    print(table(["reader", *sets], rows), "\n")
    tokens = sum(len(window.tokens) for window in model.windows([(claim.text, one) for claim, one in found.pairs]))
    needed = 2 * tokens * LAYERS * (4 * HIDDEN * HIDDEN + 2 * HIDDEN * INNER)
    peak, took = int8_throughput(), seconds["joint, int8, without closer looks"][0]
    print(f"{tokens / len(found.pairs):.0f} tokens a found document; matrices of one pass: {needed / took / 1e9:.0f} "
          f"of {peak / 1e9:.0f} int8 GOP/s measured ({needed / took / peak:.0%})\n")  # fmt: skip


def verifying(verifier: Verifier) -> Callable[[Pairs], object]:
    return lambda pairs: verifier.verify(pairs.pairs, relevance=pairs.relevance)


def found_for(claims: Sequence[Claim], corpus: Path, documents: Mapping[str, Document]) -> Pairs:
    """Return what retrieval finds for claims, with how high it ranks it."""
    embedder = Embedder()
    rankings = HybridRetriever(cached_index([corpus], embedder), embedder).retrieve(claims, k=DEPTH)
    hits = [(claim, hit) for claim, ranking in zip(claims, rankings, strict=True) for hit in ranking.hits]
    return Pairs([(claim, documents[hit.doc_id]) for claim, hit in hits], [hit.score for _, hit in hits])


def torch_reader(base: Path, weights: Path) -> Callable[[Sequence[tuple[Claim, Document]]], list[Reading]]:
    from claimwise.training.base import Base
    from claimwise.training.heldout import read_pairs
    from claimwise.training.verifier import Run

    run = Run(Base(base), base)
    network = run.network(weights)
    return lambda pairs: read_pairs(network, [(claim.text, document) for claim, document in pairs], run.base)


def int8_throughput() -> float:
    """Return the operations per second of int8 matrix products as the verifier has them."""
    import onnx
    import onnxruntime
    from onnxruntime.quantization import QuantType, quantize_dynamic

    rows, repeat = 370, 40
    weight = np.random.default_rng(0).normal(size=(HIDDEN, INNER)).astype(np.float32)
    helper, kind = onnx.helper, onnx.TensorProto
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])],
        "one",
        [helper.make_tensor_value_info("x", kind.FLOAT, [rows, HIDDEN])],
        [helper.make_tensor_value_info("y", kind.FLOAT, [rows, INNER])],
        [onnx.numpy_helper.from_array(weight, "w")],
    )
    with TemporaryDirectory() as folder:
        path = Path(folder)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), path / "f.onnx")
        quantize_dynamic(
            path / "f.onnx", path / "q.onnx", per_channel=True, reduce_range=True, weight_type=QuantType.QInt8
        )
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(path / "q.onnx"), settings)
        data = {"x": np.random.default_rng(1).normal(size=(rows, HIDDEN)).astype(np.float32)}

        def work(_: int) -> None:
            for _ in range(repeat):
                session.run(None, data)

        threads = available_threads()
        with ThreadPoolExecutor(threads) as pool:
            seconds = best(lambda: list(pool.map(work, range(threads))))
    return 2.0 * rows * HIDDEN * INNER * repeat * threads / seconds


def waiting(count: int) -> None:
    """Print what one claim takes, at two depths, and claims per second in a batch."""
    data = load_verification("scifact", "dev")
    embedder = Embedder()
    index = cached_index([data.corpus], embedder)
    claims = [one.claim for one in data.claims[:count]]
    rows = []
    for k in (10, 20):
        pipeline = make_pipeline("claimwise", index, embedder, k=k)
        pipeline.check(claims[:2])
        times = []
        for claim in claims:
            start = time.perf_counter()
            pipeline.check([claim])
            times.append(time.perf_counter() - start)
        start = time.perf_counter()
        batch = claims[:IN_BATCH]
        for first in range(0, len(batch), 8):
            pipeline.check(batch[first : first + 8])
        rate = len(batch) / (time.perf_counter() - start)
        p50, p95 = percentiles(times)
        rows.append([k, f"{p50 / 1000:.2f}", f"{p95 / 1000:.2f}", f"{rate:.2f}"])
    print(table(["k", "seconds a claim, p50", "p95", "claims/s in a batch"], rows))
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--ratios-only", action="store_true")
    parser.add_argument("--claims", type=int, default=300, help="how many claims are timed")
    options = parser.parse_args()
    print(machine(), "\n")
    if not options.ratios_only:
        waiting(options.claims)
    data = load_verification("scifact", "dev")
    documents = {one.id: one for one in read_corpus(data.corpus)}
    cited = [(one.claim, documents[doc_id]) for one in data.claims for doc_id in one.cited]
    found = found_for([one.claim for one in data.claims[:CLAIMS]], data.corpus, documents)
    ratios(cited, found, VerifierModel(), options)


if __name__ == "__main__":
    main()
