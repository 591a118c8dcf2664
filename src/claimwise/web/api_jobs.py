"""The API of what takes long: batches of claims, and whole texts."""

import json
from collections.abc import Iterator
from textwrap import shorten
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from fastapi.responses import StreamingResponse

from claimwise.web.api import Id, Using, attachment, files, problems
from claimwise.web.jobs import Item, Job
from claimwise.web.records import Line
from claimwise.web.schemas import BatchRequest, JobAnswer, TextRequest
from claimwise.web.service import Service
from claimwise.web.texts import claims_of, text_html, text_markdown, text_record

router = APIRouter(prefix="/api")


@router.post("/batch", tags=["batches"], status_code=202, responses=problems(400, 404, 409, 422, 429))
def begin(body: BatchRequest, service: Using, response: Response) -> JobAnswer:
    """Begin a batch; it goes on by itself, also when the server starts anew."""
    claims = []
    for place, one in enumerate(body.claims, start=1):
        text, given = (one, None) if isinstance(one, str) else (one.text, one.id)
        service.demand_size(text)
        claims.append({"id": given or str(place), "text": text})
    job = service.jobs.add("batch", claims, body.options(), title=f"{len(claims)} claims")
    response.headers["Location"] = f"/api/batch/{job.id}"
    return JobAnswer(**job.answer())


@router.get("/batch/{job_id}", tags=["batches"], response_model_exclude_none=True, responses=problems(404, 422))
def state(job_id: Id, service: Using) -> JobAnswer:
    """Say how a batch stands."""
    return JobAnswer(**service.jobs.get(job_id, kind="batch").answer())


@router.post("/batch/{job_id}/cancel", tags=["batches"], responses=problems(404, 409, 422))
def cancel(job_id: Id, service: Using) -> JobAnswer:
    """Cancel a batch; what is done of it stays."""
    service.jobs.get(job_id, kind="batch")
    return JobAnswer(**service.jobs.cancel(job_id).answer())


@router.delete("/batch/{job_id}", tags=["batches"], status_code=204, responses=problems(404, 422))
def forget(job_id: Id, service: Using) -> None:
    """Forget a batch and its verdicts."""
    service.jobs.get(job_id, kind="batch")
    service.jobs.remove(job_id)


@router.get(
    "/batch/{job_id}/results",
    tags=["batches"],
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "A verdict a line, as `claimwise batch` writes them.",
            "content": {"application/x-ndjson": {}},
        },
        **problems(404, 422),
    },
)
def results(job_id: Id, service: Using) -> StreamingResponse:
    """Return the verdicts so far as JSON lines, in the order of the claims."""
    service.jobs.get(job_id, kind="batch")

    def lines() -> Iterator[str]:
        for record in service.jobs.results(job_id):
            yield json.dumps(record, ensure_ascii=False).encode(errors="replace").decode() + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


@router.post("/texts", tags=["texts"], status_code=202, responses=problems(400, 404, 409, 422, 429))
def annotate(body: TextRequest, service: Using, response: Response) -> dict[str, Any]:
    """Find the claims of a text and begin to check them."""
    job = add_text(service, body.text, body)
    response.headers["Location"] = f"/api/texts/{job.id}"
    return text_record(job, *annotated(service, job))


def add_text(service: Service, text: str, body: TextRequest) -> Job:
    """Begin to check a text."""
    title = body.title or shorten(text, 80, placeholder=" …") or "A text"
    return service.jobs.add("text", claims_of(text), body.options(), title=title, body=text)


def annotated(service: Service, job: Job) -> tuple[list[Item], dict[str, Line]]:
    """Return the claims of a text, and the verdicts that there are."""
    items = service.jobs.items(job.id)
    return items, service.records.lines([item.verdict for item in items if item.verdict])


@router.get("/texts/{job_id}", tags=["texts"], responses=problems(404, 422))
def text(job_id: Id, service: Using) -> dict[str, Any]:
    """Return a text with its claims, their places in it and the verdicts so far."""
    job = service.jobs.get(job_id, kind="text")
    return text_record(job, *annotated(service, job))


@router.delete("/texts/{job_id}", tags=["texts"], status_code=204, responses=problems(404, 422))
def forget_text(job_id: Id, service: Using) -> None:
    """Forget a text and its verdicts."""
    service.jobs.get(job_id, kind="text")
    service.jobs.remove(job_id)


@router.get(
    "/texts/{job_id}/export/{form}",
    tags=["texts"],
    response_class=Response,
    responses={200: files("text/html", "text/markdown", "application/json"), **problems(404, 422)},
)
def export(
    job_id: Id, form: Annotated[str, Path(pattern="^(json|md|html)$", examples=["md"])], service: Using
) -> Response:
    """Return an annotated text as a file."""
    job = service.jobs.get(job_id, kind="text")
    items, lines = annotated(service, job)
    if form == "md":
        return attachment(
            text_markdown(job, items, lines), "text/markdown; charset=utf-8", f"claimwise-text-{job_id}.md"
        )
    if form == "html":
        return attachment(text_html(job, items, lines), "text/html; charset=utf-8", f"claimwise-text-{job_id}.html")
    content = json.dumps(text_record(job, items, lines), indent=2, ensure_ascii=False)
    return attachment(content, "application/json", f"claimwise-text-{job_id}.json")
