"""Claims in folds for cross-validation: claims that cite the same document are kept together."""

from collections.abc import Sequence

from claimwise.formats.scifact import AnnotatedClaim


def folds_of(claims: Sequence[AnnotatedClaim], *, count: int = 5) -> dict[str, int]:
    """Return the fold of every claim, by its id; folds are of about equal size and the same in every run."""
    groups = _groups(claims)
    sizes = [0] * count
    folds: dict[str, int] = {}
    for members in sorted(groups, key=lambda members: (-len(members), members)):
        fold = min(range(count), key=lambda i: (sizes[i], i))
        sizes[fold] += len(members)
        folds |= dict.fromkeys(members, fold)
    return folds


def _groups(claims: Sequence[AnnotatedClaim]) -> list[list[str]]:
    """Return the claims that are joined by the documents they cite, directly or through others."""
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        leader.setdefault(name, name)
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for one in claims:
        for doc_id in (*one.cited, *(gold.doc_id for gold in one.judgements)):
            leader[find(f"document {doc_id}")] = find(f"claim {one.claim.id}")
    groups: dict[str, list[str]] = {}
    for one in claims:
        groups.setdefault(find(f"claim {one.claim.id}"), []).append(one.claim.id)
    return list(groups.values())
