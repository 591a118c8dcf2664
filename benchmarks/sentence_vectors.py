"""How much of the passage to take out of its sentences' vectors: chosen on SciFact train, looked at on HealthVer train.

python benchmarks/sentence_vectors.py

For every gold abstract of a claim: is the sentence nearest to the claim in the gold rationale (top-1), and how much of
the rationale is among the nearest three?
"""

import numpy as np

from claimwise.formats import scifact
from claimwise.formats.datasets import data_folder
from claimwise.models import embedder as models
from claimwise.models.embedder import Embedder
from common import machine, table

SHARES = (0.0, 0.5, 0.7, 0.9)
CLAIMS = 200


def scores(name: str, embedder: Embedder) -> tuple[float, float]:
    folder = data_folder() / name
    annotated = [one for one in scifact.read_claims(folder / "claims_train.jsonl") if one.judgements][:CLAIMS]
    wanted = {gold.doc_id for one in annotated for gold in one.judgements}
    documents = [document for document in scifact.read_corpus(folder / "corpus.jsonl") if document.id in wanted]
    passages = dict(zip((one.id for one in documents), embedder.embed_documents(documents), strict=True))
    vectors = embedder.embed([one.claim.text for one in annotated])
    first, three = [], []
    for one, vector in zip(annotated, vectors, strict=True):
        for gold in one.judgements:
            rationale = {i for sentences in gold.rationales for i in sentences}
            nearness: dict[int, float] = {}
            for passage in passages[gold.doc_id]:
                for i, cosine in zip(passage.sentences, passage.sentence_vectors @ vector, strict=True):
                    nearness[i] = max(float(cosine), nearness.get(i, -1.0))
            order = sorted(nearness, key=lambda i: -nearness[i])
            first.append(order[0] in rationale)
            three.append(len(rationale & set(order[:3])) / len(rationale))
    return float(np.mean(first)), float(np.mean(three))


def main() -> None:
    rows = []
    for share in SHARES:
        models._SHARED = share
        embedder = Embedder()
        found = [f"{100 * value:.1f}" for name in ("scifact", "healthver") for value in scores(name, embedder)]
        rows.append([share, *found])
    print(machine())
    print(table(["share", "SciFact top-1", "in three", "HealthVer top-1", "in three"], rows))


if __name__ == "__main__":
    main()
