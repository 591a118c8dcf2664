"""Searchers that need no web: the index, and what was scraped for each claim."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimwise.errors import InputError
from claimwise.formats.knowledge import KnowledgeStore
from claimwise.search.limits import Exclusions, before, day_of
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.types import Claim, Document

_SEPARATOR = "|"


class IndexSearcher:
    """The index by BM25: the best documents of every query in turn, dated before the claim."""

    def __init__(self, index: Index, *, filters: Filters = NO_FILTERS, exclusions: Exclusions | None = None) -> None:
        self._index = index
        self._filters = filters
        self._exclusions = exclusions or Exclusions()

    def search(self, claims: Sequence[Claim], queries: Sequence[Sequence[str]], *, k: int) -> list[list[Document]]:
        """Return the documents of each claim; the first of every query come before the second of any."""
        return [self._one(claim, asked, k) for claim, asked in zip(claims, queries, strict=True)]

    def documents(self, doc_ids: Sequence[str]) -> Mapping[str, Document]:
        """Return documents of the index."""
        return {document.id: document for document in self._index.documents(doc_ids)}

    def _one(self, claim: Claim, queries: Sequence[str], k: int) -> list[Document]:
        limits = [day for day in (day_of(claim), self._filters.as_of) if day is not None]
        filters = replace(self._filters, as_of=min(limits) if limits else None)
        lists = [
            list(dict.fromkeys(found.doc_id for found in self._index.search_text(query, limit=2 * k, filters=filters)))
            for query in queries
        ]
        order = dict.fromkeys(one[i] for i in range(max(map(len, lists), default=0)) for one in lists if i < len(one))
        found = self._index.documents(list(order))
        return [document for document in found if self._exclusions.why(document.url) is None][:k]


class StoreSearcher:
    """What was scraped for each claim; the store was searched up to the claim's day, so undated pages are taken."""

    def __init__(
        self, store: KnowledgeStore, *, exclusions: Exclusions | None = None, allow_undated: bool = True
    ) -> None:
        self._store = store
        self._exclusions = exclusions or Exclusions()
        self._allow_undated = allow_undated

    def search(self, claims: Sequence[Claim], queries: Sequence[Sequence[str]], *, k: int) -> list[list[Document]]:  # noqa: ARG002
        """Return the pages of each claim's store in its order; choosing among their sentences comes later."""
        return [
            [
                replace(page, id=f"{claim.id}{_SEPARATOR}{page.id}")
                for page in self._store.pages(claim.id)
                if self._exclusions.why(page.url) is None and before(claim, page, allow_undated=self._allow_undated)
            ][:k]
            for claim in claims
        ]

    def documents(self, doc_ids: Sequence[str]) -> Mapping[str, Document]:
        """Return pages by their ids, which name the claim and the page."""
        wanted: dict[str, list[str]] = {}
        for doc_id in doc_ids:
            claim_id, separator, page_id = doc_id.partition(_SEPARATOR)
            if not separator:
                raise InputError(f"{doc_id!r} is no page of a knowledge store")
            wanted.setdefault(claim_id, []).append(page_id)
        found: dict[str, Document] = {}
        for claim_id, page_ids in wanted.items():
            pages = {page.id: page for page in self._store.pages(claim_id)}
            for page_id in page_ids:
                doc_id = f"{claim_id}{_SEPARATOR}{page_id}"
                if page_id not in pages:
                    raise InputError(f"the knowledge store has no page {doc_id!r}")
                found[doc_id] = replace(pages[page_id], id=doc_id)
        return found
