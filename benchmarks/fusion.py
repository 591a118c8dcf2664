"""Which fusion: chosen on SciFact train, checked on HealthVer train and FM2 (whose claims are adversarial).

python benchmarks/fusion.py [--claims 200]

FM2 is made into a retrieval task: every evidence sentence, gold or retrieved, is a document titled with its page.
"""

import argparse
import json

from claimwise.evaluation.retrieval import score_rankings
from claimwise.formats import beir
from claimwise.formats.datasets import RetrievalDataset, data_folder, load_retrieval
from claimwise.models.embedder import Embedder
from claimwise.retrieval.bm25 import Bm25Retriever
from claimwise.retrieval.dense import DenseRetriever
from claimwise.retrieval.hybrid import HybridRetriever
from claimwise.stages import Retriever
from claimwise.store.cache import cached_index
from claimwise.types import Claim, Document
from common import WORK, machine, table

WEIGHTS = [(1, 1, 1), (1, 1, 2), (1, 2, 2), (1, 4, 3), (1, 8, 6), (1, 4, 1)]
PARTS = ("bm25", "passage", "sentence")


def fm2() -> RetrievalDataset:
    folder = WORK / "fm2"
    documents: dict[tuple[str, str], Document] = {}
    claims, qrels = [], {}
    with (data_folder() / "fm2" / "dev.jsonl").open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            page = record["wikipedia_page"]
            for found in record["gold_evidence"] + record["retrieved_evidence"]:
                key = (page, found["text"])
                documents.setdefault(key, Document(str(len(documents)), page, (found["text"],)))
            claims.append(Claim(record["id"], record["text"]))
            qrels[record["id"]] = {documents[page, gold["text"]].id: 1 for gold in record["gold_evidence"]}
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    beir.write_corpus(folder / "corpus.jsonl", documents.values())
    beir.write_queries(folder / "queries.jsonl", claims)
    beir.write_qrels(folder / "qrels" / "dev.tsv", qrels)
    return load_retrieval(str(folder), "dev")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, help="only the first claims of each set")
    limit = parser.parse_args().claims
    print(machine())
    embedder = Embedder()
    for data, split in (
        (load_retrieval("scifact", "train"), "train"),
        (load_retrieval("healthver", "train"), "train"),
        (fm2(), "dev"),
    ):
        index = cached_index([data.corpus], embedder)
        claims = data.claims[:limit]
        gold = {claim.id: data.qrels[claim.id] for claim in claims}
        retrievers: dict[str, Retriever] = {
            "bm25": Bm25Retriever(index),
            "dense, passage": DenseRetriever(index, embedder),
            "dense, sentence": DenseRetriever(index, embedder, level="sentence"),
            "reciprocal rank 1 : 1 : 1": HybridRetriever(
                index, embedder, fusion="reciprocal-rank", weights=dict.fromkeys(PARTS, 1.0)
            ),
        }
        for weights in WEIGHTS:
            retrievers["min-max " + " : ".join(map(str, weights))] = HybridRetriever(
                index, embedder, weights=dict(zip(PARTS, weights, strict=True))
            )
        rows = []
        for name, retriever in retrievers.items():
            scores = score_rankings(retriever.retrieve(claims, k=100), gold, pooled=data.pooled)
            rows.append([name, *(f"{100 * scores[key]:.2f}" for key in ("R@1", "R@3", "R@5", "R@20", "MRR"))])
        print(f"\n{data.name} {split}\n")
        print(table([" : ".join(PARTS), "R@1", "R@3", "R@5", "R@20", "MRR"], rows), flush=True)


if __name__ == "__main__":
    main()
