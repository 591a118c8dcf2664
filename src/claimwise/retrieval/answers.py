"""Sentences that may answer questions about a claim: searched for with the claim and with its questions.

As in Schlichtkrull et al. 2023, section 4: the claim's content words and every generated question are queries; of all
sentences of what is found, BM25 keeps the best hundred. Each is a document of its own, called by its page and its place
there, so that an answer is always one exact sentence with its URL.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimwise.errors import InputError
from claimwise.retrieval.documents import ranking
from claimwise.stages import QuestionGenerator, Searcher
from claimwise.text.bm25 import Bm25
from claimwise.text.tokens import STOP_WORDS
from claimwise.types import Claim, Document, Hit, Ranking

SENTENCES = 100
_FEWEST_LETTERS = 20
_MARK = "#"


class AnswerRetriever:
    """Finds sentences; `pages` is how many documents are looked through for each claim."""

    def __init__(self, searcher: Searcher, generator: QuestionGenerator, *, pages: int = 30, queries: int = 5) -> None:
        self._searcher = searcher
        self._generator = generator
        self._pages = pages
        self._queries = queries

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the best sentences for each claim, by BM25 with the claim."""
        asked = self._generator.generate(claims)
        queries = [
            list(dict.fromkeys([content_words(claim.text), *(one.text for one in questions)]))[: self._queries]
            for claim, questions in zip(claims, asked, strict=True)
        ]
        found = self._searcher.search(claims, queries, k=self._pages)
        return [_best(claim, pages, k) for claim, pages in zip(claims, found, strict=True)]

    def lookup(self, doc_ids: Sequence[str]) -> Mapping[str, Document]:
        """Return sentences as documents, by their ids."""
        places = {doc_id: _place(doc_id) for doc_id in doc_ids}
        pages = self._searcher.documents(list(dict.fromkeys(page_id for page_id, _ in places.values())))
        return {doc_id: sentence_of(pages[page_id], index) for doc_id, (page_id, index) in places.items()}


def content_words(text: str) -> str:
    """Return the verbs, nouns, adjectives and numbers of a claim: its words without those that hold it together."""
    kept = (word.strip(".,;:!?\"'“”‘’()") for word in text.split())  # noqa: RUF001 (typographic quotation marks)
    return " ".join(word for word in kept if word and word.lower() not in STOP_WORDS) or text


def sentence_of(page: Document, index: int) -> Document:
    """Return one sentence of a page as a document."""
    if not 0 <= index < len(page.sentences):
        raise InputError(f"{page.id!r} has no sentence {index}; it has {len(page.sentences)}")
    return replace(page, id=f"{page.id}{_MARK}{index}", sentences=(page.sentences[index],))


def _best(claim: Claim, pages: Sequence[Document], k: int) -> Ranking:
    """Return the best sentences; what stands on two pages is taken once."""
    places: dict[str, tuple[str, int]] = {}
    for page in pages:
        for index, sentence in enumerate(page.sentences):
            if len(sentence) >= _FEWEST_LETTERS:
                places.setdefault(sentence, (page.id, index))
    texts = list(places)
    scores = Bm25(texts).scores(claim.text)
    hits = [
        Hit(f"{page_id}{_MARK}{index}", scores[i], {"bm25": scores[i]}, (0,))
        for i, (page_id, index) in enumerate(places.values())
    ]
    return ranking(claim, hits, k=k)


def _place(doc_id: str) -> tuple[str, int]:
    page_id, mark, index = doc_id.rpartition(_MARK)
    if not mark or not index.isdigit():
        raise InputError(f"{doc_id!r} is not the id of a sentence")
    return page_id, int(index)
