"""The pages of whole texts: paste or upload one, and see it again with a verdict at each claim."""

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from claimwise.errors import ClaimwiseError
from claimwise.web.api import Id, Using
from claimwise.web.api_jobs import add_text, annotated
from claimwise.web.forms import EMPTY, choices
from claimwise.web.pages import Filled
from claimwise.web.problems import of_error, unusable
from claimwise.web.schemas import TextRequest
from claimwise.web.service import Service
from claimwise.web.texts import FILES, pieces, read_text, summary
from claimwise.web.views import page

router = APIRouter(prefix="/texts")


@router.get("")
def ask(request: Request, service: Using) -> Response:
    """Ask for a text."""
    return _asking(request, service)


@router.post("")
def annotate(
    request: Request,
    service: Using,
    how: Filled,
    text: Annotated[str, Form()] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Begin to check a text and go to its page."""
    try:
        title = None
        if file is not None and file.filename:
            text, title = read_text(file.filename, file.file), file.filename[:200]
        _demand_size(service, text)
        body = how.request(TextRequest, text=text, title=title)
        job = add_text(service, body.text, body)
    except ClaimwiseError as error:
        return _asking(request, service, text=text, filled=how.values, problem=of_error(error))
    return RedirectResponse(f"/texts/{job.id}", 303)


@router.get("/{job_id}")
def text(request: Request, job_id: Id, service: Using) -> Response:
    """Show an annotated text."""
    job = service.jobs.get(job_id, kind="text")
    items, lines = annotated(service, job)
    shown = list(pieces(job.body or "", items, lines))
    return page(request, "text.html", job=job, pieces=shown, summary=summary(job))


@router.post("/{job_id}/cancel")
def cancel(job_id: Id, service: Using) -> Response:
    """Stop checking a text."""
    service.jobs.get(job_id, kind="text")
    service.jobs.cancel(job_id)
    return RedirectResponse(f"/texts/{job_id}", 303)


@router.post("/{job_id}/remove")
def remove(job_id: Id, service: Using) -> Response:
    """Forget a text."""
    service.jobs.get(job_id, kind="text")
    service.jobs.remove(job_id)
    return RedirectResponse("/texts", 303)


def _asking(request: Request, service: Service, **values: Any) -> Response:  # noqa: ANN401
    problem = values.get("problem")
    known: dict[str, Any] = {"text": "", "filled": EMPTY, "problem": None, "files": ",".join(FILES)}
    known |= {"recent": service.jobs.recent("text", limit=10), "limits": service.limits, **choices(service)}
    return page(request, "texts.html", status=problem.status if problem else 200, **(known | values))


def _demand_size(service: Service, text: str) -> None:
    most = service.limits.text_characters
    if not text.strip():
        raise unusable("paste a text, or choose a file")
    if len(text) > most:
        detail = f"the text has {len(text):,} characters, at most {most:,} are read; check it in parts"
        raise unusable(detail)
