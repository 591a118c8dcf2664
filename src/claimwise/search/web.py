"""The web as a searcher: a service names pages, they are fetched safely and kept on disk."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from claimwise.errors import FetchError
from claimwise.fetch.cache import PageCache
from claimwise.search.engines import Engine, Result
from claimwise.search.limits import Exclusions, before, day_of
from claimwise.types import Claim, Document

_AT_ONCE = 8
_SPARE = 2  # pages fetched for each one wanted: some are refused, some have no text


class WebSearcher:
    """Asks a service, fetches what it names; `on_problem` is told of every page that was left out, and why.

    A page whose date is not known counts as undated; the service's date stands in for the page's own.
    """

    def __init__(
        self,
        engine: Engine,
        pages: PageCache,
        *,
        exclusions: Exclusions | None = None,
        allow_undated: bool = False,
        on_problem: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._engine = engine
        self._pages = pages
        self._exclusions = exclusions or Exclusions()
        self._allow_undated = allow_undated
        self._on_problem = on_problem
        self._found: dict[str, Document] = {}

    def search(self, claims: Sequence[Claim], queries: Sequence[Sequence[str]], *, k: int) -> list[list[Document]]:
        """Return the pages of each claim: those that most queries name, and early, first."""
        return [self._one(claim, asked, k) for claim, asked in zip(claims, queries, strict=True)]

    def documents(self, doc_ids: Sequence[str]) -> Mapping[str, Document]:
        """Return pages that were fetched, as they were found, else from the disk."""
        return {doc_id: self._found.get(doc_id) or self._pages.page(doc_id) for doc_id in doc_ids}

    def _one(self, claim: Claim, queries: Sequence[str], k: int) -> list[Document]:
        chosen = []
        for result in self._named(claim, queries):
            reason = self._exclusions.why(result.url)
            if reason is None:
                chosen.append(result)
            else:
                self._on_problem(f"{result.url}: left out, {reason}")
        with ThreadPoolExecutor(max_workers=_AT_ONCE) as threads:
            pages = list(threads.map(self._page, chosen[: _SPARE * k]))
        kept: dict[str, Document] = {}
        for page in pages:
            if page is None:
                continue
            if reason := self._exclusions.why(page.url):  # where a redirect led to
                self._on_problem(f"{page.url}: left out, {reason}")
            elif before(claim, page, allow_undated=self._allow_undated):
                kept.setdefault(page.id, page)
            else:
                self._on_problem(f"{page.id}: left out, {'dated ' + page.date if page.date else 'without a date'}")
        chosen_pages = list(kept.values())[:k]
        self._found |= {page.id: page for page in chosen_pages}
        return chosen_pages

    def _named(self, claim: Claim, queries: Sequence[str]) -> list[Result]:
        """Return the pages that the service names, by the sum of 1 / (60 + rank) over the queries."""
        scores: dict[str, float] = {}
        results: dict[str, Result] = {}
        failures = []
        for query in queries:
            try:
                found = self._engine.find(query, before=day_of(claim))
            except FetchError as error:
                failures.append(str(error))
                self._on_problem(str(error))
                continue
            for rank, result in enumerate(found, start=1):
                results.setdefault(result.url, result)
                scores[result.url] = scores.get(result.url, 0.0) + 1 / (60 + rank)
        if failures and len(failures) == len(queries):
            raise FetchError(f"{self._engine.name} answered none of {len(queries)} queries: {failures[0]}")
        return [results[url] for url in sorted(scores, key=lambda url: (-scores[url], url))]

    def _page(self, result: Result) -> Document | None:
        try:
            page = self._pages.page(result.url)
        except FetchError as error:
            self._on_problem(f"{error}")
            return None
        return replace(page, title=page.title or result.title, date=page.date or result.date)
