"""The demo corpus keeps its promises."""

from collections import Counter

from claimwise.demo import CORPUS
from claimwise.types import Document


def test_there_are_enough_short_documents_on_enough_subjects(demo_documents: list[Document]) -> None:
    subjects = Counter(document.source for document in demo_documents)
    assert len(demo_documents) >= 120
    assert len(subjects) >= 20
    assert min(subjects.values()) >= 3
    assert CORPUS.stat().st_size < 400_000


def test_every_document_is_complete(demo_documents: list[Document]) -> None:
    for document in demo_documents:
        assert document.title
        assert document.date is not None
        assert 1995 <= int(document.date) <= 2024, document.id
        assert 5 <= len(document.sentences) <= 10, document.id
        assert all(8 <= len(sentence.split()) <= 60 for sentence in document.sentences), document.id


def test_no_sentence_stands_twice(demo_documents: list[Document]) -> None:
    sentences = Counter(sentence for document in demo_documents for sentence in document.sentences)
    assert max(sentences.values()) == 1
