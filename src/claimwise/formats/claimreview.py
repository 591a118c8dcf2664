"""A verdict as schema.org ClaimReview, in JSON-LD: the form in which fact-checks are published on web pages.

https://schema.org/ClaimReview; ratings go from 1 (refuted) to 5 (supported), as its users have it.
"""

from datetime import date
from typing import Any

from claimwise.formats.reports import web_address
from claimwise.formats.verdicts import Documents
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Verdict

_RATINGS = {
    VerdictLabel.SUPPORTED: (5, "Supported by the evidence"),
    VerdictLabel.CONFLICTING: (3, "Evidence on both sides"),
    VerdictLabel.REFUTED: (1, "Refuted by the evidence"),
    VerdictLabel.NOT_ENOUGH_EVIDENCE: (-1, "Not enough evidence"),
}


def claim_review(verdict: Verdict, documents: Documents, *, day: date | None = None) -> dict[str, Any]:
    """Return the review; a verdict without enough evidence has no rating on the scale, only its name."""
    rating, name = _RATINGS[verdict.label]
    scale = {"ratingValue": rating, "bestRating": 5, "worstRating": 1} if rating > 0 else {}
    claim: dict[str, Any] = {"@type": "Claim", "text": verdict.claim.text}
    if verdict.claim.speaker:
        claim["author"] = {"@type": "Person", "name": verdict.claim.speaker}
    if verdict.claim.date:
        claim["datePublished"] = verdict.claim.date
    return {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "datePublished": (day or date.today()).isoformat(),
        "author": {"@type": "Organization", "name": "claimwise (automatic)"},
        "claimReviewed": verdict.claim.text,
        "itemReviewed": claim,
        "reviewRating": {"@type": "Rating", **scale, "alternateName": name},
        "reviewBody": verdict.justification,
        "citation": [
            {"@type": "CreativeWork", "name": documents[one.doc_id].title or one.doc_id}
            | ({"url": link} if (link := web_address(documents[one.doc_id].url)) else {})
            for one in verdict.evidence
            if one.label is not Stance.NOT_ENOUGH_INFO
        ],
    }
