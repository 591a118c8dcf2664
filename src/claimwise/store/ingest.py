"""Documents into an index, a batch at a time; each batch is one commit.

A document that is there already, unchanged, is neither embedded nor written again, so a build that was cut off is
finished by running it again.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from claimwise.models.embedder import Embedder
from claimwise.store.index import Index
from claimwise.store.memory import give_back
from claimwise.store.rows import content_hash, to_rows
from claimwise.types import Document

BATCH_CHARACTERS = 50_000
"""How much text goes into one commit: a few seconds of embedding, so that little is lost when a build is cut off."""


@dataclass(frozen=True, slots=True)
class Ingested:
    """What has been done so far."""

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    passages: int = 0

    @property
    def documents(self) -> int:
        """All documents seen."""
        return self.added + self.replaced + self.unchanged


def ingest(
    index: Index,
    documents: Iterable[Document],
    embedder: Embedder,
    *,
    batch_characters: int = BATCH_CHARACTERS,
    on_batch: Callable[[Ingested], None] = lambda _: None,
) -> Ingested:
    """Add documents; one whose id is there with other content takes the place of the old one.

    `on_batch` is told the totals after every commit.
    """
    index.check_embedder(embedder)
    done = Ingested()
    with index.writing():
        index.prepare_search()
        writer = index.frugal()
        for batch in _batches(documents, batch_characters):
            done = _ingest_batch(writer, batch, embedder, done)
            writer.index_ids()
            give_back()
            on_batch(done)
        if writer.unindexed:
            writer.optimise()
    return done


def _ingest_batch(index: Index, batch: dict[str, Document], embedder: Embedder, done: Ingested) -> Ingested:
    known = index.hashes(list(batch))
    fresh = [document for document in batch.values() if known.get(document.id) != content_hash(document)]
    replaced = [document.id for document in fresh if document.id in known]
    rows = [
        row
        for document, passages in zip(fresh, embedder.embed_documents(fresh), strict=True)
        for row in to_rows(document, passages)
    ]
    if rows:
        index.commit(rows, outdated=replaced)
    return Ingested(
        added=done.added + len(fresh) - len(replaced),
        replaced=done.replaced + len(replaced),
        unchanged=done.unchanged + len(batch) - len(fresh),
        passages=done.passages + len(rows),
    )


def _batches(documents: Iterable[Document], size: int) -> Iterator[dict[str, Document]]:
    """Yield documents by id, some `size` characters at a time; of two with the same id the later one counts."""
    batch: dict[str, Document] = {}
    characters = 0
    for document in documents:
        batch[document.id] = document
        characters += len(document.title) + sum(map(len, document.sentences)) + 1
        if characters >= size:
            yield batch
            batch, characters = {}, 0
    if batch:
        yield batch
