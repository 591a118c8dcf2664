"""The document finder of Luken et al. 2018, section 3.1: pages whose titles are key phrases of the claim.

A phrase names a page by its exact title, by its title in lower case, by the title without a parenthesis that the claim
speaks of, or, as the backup, by the title without any parenthesis. A disambiguation page gives way to the pages that it
links to. A phrase that names nothing is tried once more with its last word in the singular, which the paper names as
its missing piece. A claim that names no page at all, with a name misspelt say, falls back on the pages that share its
words; that is not in the paper, and is part of the backup.

    score = 3 exact | 2 lower case | 1 without the parenthesis | 0.8 linked
            + 0.5 · how far the claim speaks of the parenthesis + 0.1 per word of the phrase
            or up to 0.5 by BM25, for a claim that names none
"""

from collections.abc import Iterable, Iterator, Sequence

from claimwise.retrieval.documents import best_scores, ranking, search_documents
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.store.titles import Page, Titles, aside_of, key_of
from claimwise.text.asides import all_words, speaks_of
from claimwise.text.phrases import key_phrases, lemmatised
from claimwise.types import Claim, Hit, Ranking

_EXACT, _LOWER, _BACKUP, _LINKED, _WORDS = 3.0, 2.0, 1.0, 0.8, 0.5
_ASIDE, _PER_WORD, _MOST_WORDS = 0.5, 0.1, 9
_BY_WORDS = 3

Pages = dict[str, list[Page]]


class TitleRetriever:
    """Finds pages by their titles.

    `backup` lets a title do without a parenthesis that the claim does not speak of, and a claim without a title.
    """

    def __init__(self, index: Index, *, filters: Filters = NO_FILTERS, backup: bool = True) -> None:
        self.index = index
        self.filters = filters
        self.backup = backup
        self._titles = Titles(index)

    def warm_up(self) -> None:
        """Make the title maps now if they have to be made."""
        self._titles.warm_up()

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the pages that the claims name."""
        if not claims:
            return []
        phrases = [key_phrases(claim.text) for claim in claims]
        pages = self._titles.find([form for group in phrases for one in group for form in (one, lemmatised(one))])
        linked = self._titles.find([link for found in pages.values() for page in found for link in page.links])
        hits = [
            _best(_hits(claim, group, pages, linked, backup=self.backup))
            for claim, group in zip(claims, phrases, strict=True)
        ]
        seen = self.index.visible(sorted({hit.doc_id for group in hits for hit in group}), self.filters)
        named = [[hit for hit in group if hit.doc_id in seen] for group in hits]
        return [ranking(claim, group or self._by_words(claim), k=k) for claim, group in zip(claims, named, strict=True)]

    def _by_words(self, claim: Claim) -> list[Hit]:
        """Return the few pages that share most with the claim, where the backup is asked for."""
        if not self.backup:
            return []
        found = search_documents(
            lambda limit: self.index.search_text(claim.text, limit=limit, filters=self.filters), k=_BY_WORDS
        )
        best = sorted(best_scores(found).items(), key=lambda item: -item[1])[:_BY_WORDS]
        shares = {doc_id: _WORDS * score / best[0][1] for doc_id, score in best}
        return [Hit(doc_id, share, {"words": share}) for doc_id, share in shares.items()]


def _hits(claim: Claim, phrases: Iterable[str], pages: Pages, linked: Pages, *, backup: bool) -> Iterator[Hit]:
    named = all_words(claim.text)
    for phrase in phrases:
        for page in pages.get(key_of(phrase)) or pages.get(key_of(lemmatised(phrase))) or ():
            if not page.links:
                hit = _hit(page, phrase, named)
                if backup or not page.is_backup or hit.parts["aside"]:
                    yield hit
                continue
            if page.is_backup and not backup:
                continue
            for link in page.links:
                for target in linked.get(key_of(link), ()):
                    if not target.is_backup and not target.links:
                        yield _hit(target, phrase, named, linked=True)


def _hit(page: Page, phrase: str, named: frozenset[str], *, linked: bool = False) -> Hit:
    if linked:
        way, value = "linked", _LINKED
    elif page.is_backup:
        way, value = "backup", _BACKUP
    else:
        way, value = ("exact", _EXACT) if page.title == phrase else ("lower", _LOWER)
    aside = _ASIDE * speaks_of(named, aside_of(page.title)) if page.is_backup or linked else 0.0
    parts = {way: value, "aside": aside, "length": _PER_WORD * min(len(phrase.split()), _MOST_WORDS)}
    return Hit(page.doc_id, sum(parts.values()), parts)


def _best(hits: Iterable[Hit]) -> list[Hit]:
    """Return the best hit of each page."""
    best: dict[str, Hit] = {}
    for hit in hits:
        if hit.doc_id not in best or hit.score > best[hit.doc_id].score:
            best[hit.doc_id] = hit
    return list(best.values())
