"""The API of the indexes: what there is, what is in it, upload and removal of documents."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, File, Path, Query, Response, UploadFile

from claimwise.types import Document
from claimwise.web.api import Id, Using, problems
from claimwise.web.corpora import NAME
from claimwise.web.problems import too_large
from claimwise.web.schemas import IndexRequest
from claimwise.web.service import Service
from claimwise.web.uploads import Upload

router = APIRouter(prefix="/api/indexes", tags=["indexes"])

Name = Annotated[str, Path(pattern=NAME, examples=["my-papers"])]
DocumentId = Annotated[str, Query(alias="id", min_length=1, max_length=1000, examples=["paper.pdf"])]


@router.get("", responses=problems())
def indexes(service: Using) -> list[Mapping[str, Any]]:
    """List all indexes and what is in them."""
    return service.corpora.described()


@router.post("", status_code=201, responses=problems(400, 409, 422))
def create(body: IndexRequest, service: Using, response: Response) -> Mapping[str, Any]:
    """Make an empty index."""
    service.corpora.create(body.name)
    response.headers["Location"] = f"/api/indexes/{body.name}"
    return service.corpora.describe(body.name)


@router.get("/{name}", responses=problems(404, 409, 422))
def describe(name: Name, service: Using) -> Mapping[str, Any]:
    """Say what is in an index."""
    service.corpora.open(name)
    return service.corpora.describe(name)


@router.delete("/{name}", status_code=204, responses=problems(404, 409, 422))
def drop(name: Name, service: Using) -> None:
    """Remove an index that was made here."""
    service.corpora.drop(name)


@router.get("/{name}/documents", responses=problems(404, 409, 422))
def documents(
    name: Name,
    service: Using,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
) -> dict[str, Any]:
    """List documents in the order of their ids."""
    found, total = service.corpora.listing(name, offset=offset, limit=limit)
    return {"total": total, "documents": [_short(one) for one in found]}


@router.get("/{name}/document", responses=problems(404, 409, 422))
def document(name: Name, doc_id: DocumentId, service: Using) -> dict[str, Any]:
    """Return a document with all its sentences."""
    return asdict(service.corpora.document(name, doc_id.encode(errors="replace").decode()))


@router.post("/{name}/documents", status_code=202, responses=problems(400, 404, 409, 422))
def upload(
    name: Name,
    files: Annotated[list[UploadFile], File(description="PDF, TXT, Markdown, JSONL, CSV or TSV.")],
    service: Using,
    response: Response,
) -> dict[str, Any]:
    """Upload documents; they are indexed in the background."""
    taken = take(service, name, files)
    response.headers["Location"] = f"/api/indexes/{name}/uploads/{taken.id}"
    return taken.answer()


def take(service: Service, name: str, files: list[UploadFile]) -> Upload:
    """Take files in."""
    if len(files) > service.limits.upload_files:
        raise too_large(f"{len(files)} files are too many at once; at most {service.limits.upload_files} are taken")
    return service.uploads.take(name, ((file.filename or "", file.file) for file in files))


@router.get("/{name}/uploads/{upload_id}", responses=problems(404, 422))
def uploaded(name: Name, upload_id: Id, service: Using) -> dict[str, Any]:
    """Say how an upload stands."""
    del name  # an upload is known by its id alone
    return service.uploads.get(upload_id).answer()


@router.delete("/{name}/documents", responses=problems(404, 409, 422))
def remove(name: Name, doc_id: DocumentId, service: Using) -> dict[str, int]:
    """Remove a document from an index that was made here."""
    return {"removed": service.corpora.remove_documents(name, [doc_id.encode(errors="replace").decode()])}


def _short(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "title": document.title,
        "date": document.date,
        "source": document.source,
        "url": document.url,
        "sentences": len(document.sentences),
    }
