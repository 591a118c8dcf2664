"""BM25 queries per second: claimwise's index on disk against bm25s and rank-bm25 in memory, on SciFact.

python benchmarks/bm25.py [--rounds 3]
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence

import bm25s
import numpy as np
import Stemmer
from rank_bm25 import BM25Okapi

from claimwise.formats.datasets import load_retrieval
from claimwise.formats.sources import read_documents
from claimwise.models.embedder import EmbeddedPassage, Embedder
from claimwise.retrieval.bm25 import Bm25Retriever
from claimwise.store.index import Index
from claimwise.store.rows import to_rows
from claimwise.types import Claim, Document
from common import machine, table

K = 10

Search = Callable[[Sequence[Claim]], list[list[str]]]


def claimwise_search(documents: Sequence[Document], folder: str) -> Search:
    """BM25 reads no vectors, so the index gets zeros instead of minutes of embedding."""
    embedder = Embedder()
    index = Index.create(folder, embedder)
    zeros = np.zeros(embedder.card.dimension, dtype=np.float32)
    rows = [
        row
        for document in documents
        for row in to_rows(
            document,
            [EmbeddedPassage(range(len(document.sentences)), zeros, np.tile(zeros, (len(document.sentences), 1)))],
        )
    ]
    index.commit(rows, outdated=[])
    index.optimise()
    retriever = Bm25Retriever(index)
    return lambda claims: [[hit.doc_id for hit in ranking.hits] for ranking in retriever.retrieve(claims, k=K)]


def bm25s_search(documents: Sequence[Document]) -> Search:
    stemmer = Stemmer.Stemmer("english")
    retriever = bm25s.BM25(k1=1.2, b=0.75)
    texts = [" ".join((document.title, *document.sentences)) for document in documents]
    retriever.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def search(claims: Sequence[Claim]) -> list[list[str]]:
        results = []
        for claim in claims:  # one at a time, as the others: what a user waits for
            tokens = bm25s.tokenize(claim.text, stopwords="en", stemmer=stemmer, show_progress=False)
            found, _ = retriever.retrieve(tokens, k=K, show_progress=False)
            results.append([documents[i].id for i in found[0]])
        return results

    return search


def rank_bm25_search(documents: Sequence[Document]) -> Search:
    stemmer = Stemmer.Stemmer("english")

    def tokens(text: str) -> list[str]:
        return [str(word) for word in stemmer.stemWords(text.lower().split())]

    retriever = BM25Okapi([tokens(" ".join((document.title, *document.sentences))) for document in documents])

    def search(claims: Sequence[Claim]) -> list[list[str]]:
        return [
            [documents[i].id for i in np.argsort(-retriever.get_scores(tokens(claim.text)))[:K]] for claim in claims
        ]

    return search


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    data = load_retrieval("scifact", "dev")
    documents = list(read_documents(data.corpus))
    pairs = sum(len(gold) for gold in data.qrels.values())
    with tempfile.TemporaryDirectory() as folder:
        systems = {
            "claimwise (LanceDB, on disk)": claimwise_search(documents, folder),
            "bm25s (memory)": bm25s_search(documents),
            "rank-bm25 (memory)": rank_bm25_search(documents),
        }
        seconds: dict[str, list[float]] = {name: [] for name in systems}
        recall = {}
        for _ in range(rounds):
            for name, search in systems.items():
                start = time.perf_counter()
                found = search(data.claims)
                seconds[name].append(time.perf_counter() - start)
                hits = [set(ids[:3]) & set(data.qrels[c.id]) for c, ids in zip(data.claims, found, strict=True)]
                recall[name] = 100 * sum(map(len, hits)) / pairs
    speed = {name: len(data.claims) / min(taken) for name, taken in seconds.items()}
    ours = next(iter(speed.values()))
    print(machine())
    rows = [[name, f"{speed[name]:.0f}", f"{speed[name] / ours:.2f}", f"{recall[name]:.2f}"] for name in systems]
    print(table(["system", "queries/s", "ratio to claimwise", "R@3 on dev"], rows))


if __name__ == "__main__":
    main()
