"""What a search found, as JSON: the one form that the command line and the web write."""

from dataclasses import replace
from typing import Any

from claimwise.text.tokens import words
from claimwise.types import Document, Hit


def with_sentences(hit: Hit, document: Document, claim: str) -> Hit:
    """Name the sentences that share most words with the claim, where the retriever named none."""
    wanted = frozenset(words(claim))
    shared = {i: len(wanted.intersection(words(sentence))) for i, sentence in enumerate(document.sentences)}
    best = sorted((i for i in shared if shared[i]), key=lambda i: (-shared[i], i))[:3]
    return hit if hit.sentences else replace(hit, sentences=tuple(best))


def hit_record(hit: Hit, document: Document) -> dict[str, Any]:
    """Return a hit as a JSON object, with what is needed of its document to read it alone."""
    return {
        "doc_id": hit.doc_id,
        "title": document.title,
        "score": round(hit.score, 6),
        "parts": {name: round(value, 6) for name, value in hit.parts.items()},
        "sentences": [{"index": i, "text": document.sentences[i]} for i in hit.sentences],
        "url": document.url,
        "date": document.date,
        "source": document.source,
    }
