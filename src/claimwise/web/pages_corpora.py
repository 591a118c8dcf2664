"""The pages of the corpora: what can be searched, what is in it, and documents of one's own."""

from typing import Annotated

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from claimwise.errors import ClaimwiseError
from claimwise.formats.reports import web_address
from claimwise.web.api import Using
from claimwise.web.api_indexes import DocumentId, Name, take
from claimwise.web.problems import Problem, of_error
from claimwise.web.service import Service
from claimwise.web.uploads import SUFFIXES
from claimwise.web.views import page

PER_PAGE = 30
router = APIRouter(prefix="/corpora")


@router.get("")
def corpora(request: Request, service: Using) -> Response:
    """Show all corpora."""
    return _all(request, service)


@router.post("")
def create(request: Request, service: Using, name: Annotated[str, Form()] = "") -> Response:
    """Make a corpus and go to it."""
    try:
        service.corpora.create(name.strip())
    except ClaimwiseError as error:
        return _all(request, service, name=name, problem=of_error(error))
    return RedirectResponse(f"/corpora/{name.strip()}", 303)


@router.get("/{name}")
def corpus(
    request: Request, name: Name, service: Using, offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0
) -> Response:
    """Show what is in a corpus."""
    return _one(request, service, name, offset=offset)


@router.post("/{name}/documents")
def upload(
    request: Request, name: Name, service: Using, files: Annotated[list[UploadFile] | None, File()] = None
) -> Response:
    """Take documents in and show how far they are."""
    try:
        take(service, name, [file for file in files or [] if file.filename])
    except ClaimwiseError as error:
        return _one(request, service, name, problem=of_error(error))
    return RedirectResponse(f"/corpora/{name}", 303)


@router.get("/{name}/document")
def document(request: Request, name: Name, doc_id: DocumentId, service: Using) -> Response:
    """Show a document."""
    found = service.corpora.document(name, doc_id.encode(errors="replace").decode())
    return page(request, "document.html", name=name, document=found, link=web_address(found.url))


@router.post("/{name}/remove")
def remove(name: Name, service: Using, doc_id: Annotated[str, Form(alias="id")] = "") -> Response:
    """Remove a document."""
    service.corpora.remove_documents(name, [doc_id])
    return RedirectResponse(f"/corpora/{name}", 303)


@router.post("/{name}/drop")
def drop(name: Name, service: Using) -> Response:
    """Remove a corpus."""
    service.corpora.drop(name)
    return RedirectResponse("/corpora", 303)


def _all(request: Request, service: Service, *, name: str = "", problem: Problem | None = None) -> Response:
    status = problem.status if problem else 200
    described = service.corpora.described(wait=False)
    return page(request, "corpora.html", status=status, corpora=described, name=name, problem=problem)


def _one(request: Request, service: Service, name: str, *, offset: int = 0, problem: Problem | None = None) -> Response:
    documents, total = service.corpora.listing(name, offset=offset, limit=PER_PAGE)
    return page(
        request,
        "corpus.html",
        status=problem.status if problem else 200,
        corpus=service.corpora.describe(name),
        documents=documents,
        total=total,
        offset=offset,
        per_page=PER_PAGE,
        uploads=service.uploads.of(name),
        suffixes=",".join(SUFFIXES),
        megabytes=service.limits.upload_bytes // 1_000_000,
        problem=problem,
    )
