"""The oracle: returns the gold documents, to measure the stages after retrieval by themselves."""

from collections.abc import Mapping, Sequence

from claimwise.types import Claim, Hit, Ranking


class OracleRetriever:
    """Returns the documents that annotators named for each claim, in their order."""

    def __init__(self, gold: Mapping[str, Sequence[str]]) -> None:
        self.gold = gold

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the gold documents; a claim without any gets an empty ranking."""
        return [
            Ranking(claim.id, tuple(Hit(doc_id, 1.0, {"oracle": 1.0}) for doc_id in self.gold.get(claim.id, ())[:k]))
            for claim in claims
        ]
