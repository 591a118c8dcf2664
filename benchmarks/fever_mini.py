"""FEVER on a mini-Wikipedia: the document finder, then osu-fever with both ways of inference and the default recipe.

python benchmarks/fever_mini.py [--json] [--claims N] [--finder] [--verifier FOLDER] [--runs NAME …]

The corpus is every page with the sentences that FEVER's annotators cited from it (see `formats/fever_mini.py`), the
claims are those of paper_dev whose evidence is all on these pages. This is not the full-Wikipedia task: the pages are
few, and hold little besides evidence. `--finder` stops after the document finder, which needs no model.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimwise.execution.check import make_pipeline
from claimwise.execution.fever import finder_scores, mini_corpus, predict, score, spaced
from claimwise.formats.datasets import data_folder
from claimwise.formats.fever import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.retrieval.titles import TitleRetriever
from claimwise.store.cache import cached_index
from claimwise.store.index import Index
from claimwise.verification.rule_selector import RuleSelector
from common import machine, table

RUNS: dict[str, tuple[str, list[str]]] = {
    "osu-fever, decomposable attention": ("osu-fever", ["labelling.by=attention"]),
    "osu-fever, embedded verifier": ("osu-fever", []),
    "claimwise": ("claimwise", []),
}
METRICS = ("fever_score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1")
EVERYTHING = 1000


def finder(index: Index, claims: Sequence[AnnotatedClaim]) -> dict[str, dict[str, float]]:
    found = {}
    for name, backup in (("titles", False), ("titles and backup", True)):
        retriever = TitleRetriever(index, backup=backup)
        retriever.retrieve([one.claim for one in claims[:8]], k=EVERYTHING)
        start = time.perf_counter()
        rankings = retriever.retrieve([one.claim for one in claims], k=EVERYTHING)
        seconds = time.perf_counter() - start
        found[name] = finder_scores(claims, rankings) | {"claims_per_second": len(claims) / seconds}
    return found


def sentences(index: Index, claims: Sequence[AnnotatedClaim]) -> dict[str, float]:
    """Score the sentence finder on gold pages, each claim's sentences together, as the paper does."""
    right = said = complete = 0
    decidable = [one for one in claims if one.label is not Stance.NOT_ENOUGH_INFO]
    selector = RuleSelector()
    pages = {page.id: page for page in index.documents(sorted({page for one in decidable for page in one.pages}))}
    for one in decidable:
        own = [pages[page] for page in sorted(one.pages)]
        picked = {
            (page.id, i)
            for page, selection in zip(own, selector.select([(one.claim, page) for page in own]), strict=True)
            for i in selection.sentences
        }
        gold = {place for group in one.evidence for place in group}
        right, said = right + len(picked & gold), said + len(picked)
        complete += any(set(group) <= picked for group in one.evidence)
    return {"precision": right / max(1, said), "recall": complete / max(1, len(decidable))}


def run(
    name: str, index: Index, claims: Sequence[AnnotatedClaim], embedder: Embedder, verifier: VerifierModel
) -> dict[str, Any]:
    recipe, settings = RUNS[name]
    pipeline = make_pipeline(recipe, index, embedder, verifier=verifier, settings=settings)
    refused: list[str] = []
    start = time.perf_counter()
    predicted = predict(pipeline, claims, on_refused=lambda claim, _: refused.append(claim.id))
    seconds = time.perf_counter() - start
    scored = score(claims, {one.claim_id: one for one in predicted})
    return scored.scores | {"seconds_per_claim": seconds / len(claims), "refused": refused} | scored.tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--claims", type=int, help="so many claims, evenly spaced, instead of all")
    parser.add_argument("--finder", action="store_true", help="only the finders")
    parser.add_argument("--verifier", type=Path)
    parser.add_argument("--runs", nargs="+", choices=list(RUNS), default=list(RUNS))
    options = parser.parse_args()
    embedder, verifier = Embedder(), VerifierModel(options.verifier)
    corpus, every = mini_corpus(data_folder())
    index = cached_index([corpus], embedder)
    claims = spaced(every, options.claims)
    result: dict[str, Any] = {"machine": machine(), "claims": len(claims), "finder": finder(index, claims)}
    result["sentence_finder"] = sentences(index, claims)
    result["recipes"] = {}
    for name in [] if options.finder else options.runs:
        result["recipes"][name] = run(name, index, claims, embedder, verifier)
    if options.json:
        print(json.dumps(result, indent=2))
        return
    print(result["machine"], f"{len(claims)} claims\n")
    names = ("recall", "page_recall", "precision")
    rows = [
        [name, *(f"{100 * one[key]:.1f}" for key in names), f"{one['claims_per_second']:.0f}"]
        for name, one in result["finder"].items()
    ]
    print(table(["document finder", "recall", "pages", "precision", "claims/s"], rows), "\n")
    print("sentence finder on gold pages", {k: round(100 * v, 1) for k, v in result["sentence_finder"].items()}, "\n")
    rows = [[name, *(f"{100 * one[key]:.1f}" for key in METRICS)] for name, one in result["recipes"].items()]
    print(table(["", *METRICS], rows))


if __name__ == "__main__":
    main()
