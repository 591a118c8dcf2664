"""The API's heart: check a claim, watch it being checked, search, and the verdicts that were kept."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from claimwise.formats.claimreview import claim_review
from claimwise.formats.reports import as_html, as_markdown
from claimwise.web.engine import Options
from claimwise.web.problems import of_error, time_up
from claimwise.web.records import Kept
from claimwise.web.schemas import CheckRequest, History, ProblemAnswer, SearchRequest, VerdictAnswer
from claimwise.web.service import Service
from claimwise.web.work import Deadline


def service_of(request: Request) -> Service:
    """Return the service that a request speaks to."""
    found: Service = request.app.state.service
    return found


Using = Annotated[Service, Depends(service_of)]
Id = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["3f9c0a51be77d210"])]


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what OpenAPI says of errors."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemAnswer"}}}
    return {status: {"description": _NAMED[status], "content": content} for status in (401, 413, *statuses)}


_NAMED = {
    400: "Not understood", 401: "A token is needed", 404: "Not found", 409: "Not possible now", 413: "Too large",
    422: "Cannot be used", 429: "Busy", 503: "No model", 504: "It took too long",
}  # fmt: skip


def files(*media_types: str) -> dict[str, Any]:
    """Return what OpenAPI says of an answer that is a file."""
    return {"description": "The file.", "content": {media_type: {} for media_type in media_types}}


ERROR_SCHEMA = ProblemAnswer
_EVENT = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["stage", "verdict", "problem"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
_LOG = logging.getLogger("claimwise.web")
router = APIRouter(prefix="/api")


@router.post(
    "/check", tags=["claims"], response_model_exclude_none=True, responses=problems(400, 404, 409, 422, 429, 503, 504)
)
def check(body: CheckRequest, service: Using) -> VerdictAnswer:
    """Check a claim; the verdict is kept and can be read again under its id."""
    service.demand_claim(body.claim, body.options())
    return VerdictAnswer(**service.check(body.claim, body.options()).answer())


@router.post(
    "/check/stream",
    tags=["claims"],
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "Events: `stage` for each stage, at last `verdict` or `problem`.",
            "content": {"text/event-stream": {"schema": _EVENT, "example": 'event: stage\ndata: {"stage": '
                        '"reading 10 documents"}\n\nevent: verdict\ndata: {"id": "3f9c0a51be77d210"}\n\n'}},
        },
        **problems(400, 422, 429),
    },
)  # fmt: skip
async def check_stream(body: CheckRequest, service: Using) -> StreamingResponse:
    """Check a claim and tell of every stage as it begins (server-sent events)."""
    service.demand_claim(body.claim, body.options())
    events = await _begin(service, body.claim, body.options())
    return StreamingResponse(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _begin(service: Service, claim: str, options: Options) -> AsyncIterator[str]:
    """Take a place in the queue now, so that a full one is an answer of its own; return the events to come."""
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()
    deadline = service.deadline()

    def tell(kind: str, data: dict[str, Any]) -> None:
        loop.call_soon_threadsafe(news.put_nowait, (kind, data))

    def work() -> None:
        try:
            kept = service.check_now(claim, options, deadline, on_stage=lambda stage: tell("stage", {"stage": stage}))
            tell("verdict", kept.answer())
        except Exception as error:  # noqa: BLE001 (whatever it was, whoever waits for the stream must hear of it)
            tell("problem", of_error(error).record())
            if of_error(error).status == 500:
                _LOG.exception("a check failed")

    future = service.queue.submit(work)
    if service.queue.inside > service.queue.workers:
        tell("stage", {"stage": "waiting for a free place"})

    async def events() -> AsyncIterator[str]:
        try:
            while True:
                kind, data = await _next(news, deadline)
                yield f"event: {kind}\ndata: {json.dumps(data)}\n\n"
                if kind != "stage":
                    return
        finally:
            deadline.give_up()
            future.cancel()

    return events()


async def _next(news: asyncio.Queue[tuple[str, dict[str, Any]]], deadline: Deadline) -> tuple[str, dict[str, Any]]:
    """Return the next event, or that the time is up."""
    while left := deadline.left:
        with suppress(TimeoutError):
            return await asyncio.wait_for(news.get(), timeout=left)
    return "problem", of_error(time_up(deadline.seconds)).record()


@router.post("/search", tags=["claims"], responses=problems(400, 404, 409, 422, 429, 503, 504))
def search(body: SearchRequest, service: Using) -> list[dict[str, Any]]:
    """Find the documents that speak to a claim, with the sentences that match."""
    service.demand_size(body.claim)

    def found(_: Deadline) -> list[dict[str, Any]]:
        return service.engine.search(body.claim, body.options(), retriever=body.retriever.value)

    return service.queue.run(found, service.deadline())


@router.get("/verdicts", tags=["verdicts"], responses=problems(422))
def history(
    service: Using,
    containing: Annotated[str, Query(max_length=200, description="Only claims with these letters.")] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> History:
    """List the claims that were checked, newest first."""
    lines, total = service.records.history(limit=limit, offset=offset, containing=_plain(containing))
    told = [
        {"id": one.id, "created": one.created, "claim": one.claim, "verdict": one.label,
         "confidence": one.confidence, "corpus": one.corpus}
        for one in lines
    ]  # fmt: skip
    return History.model_validate({"total": total, "verdicts": told})


@router.get("/verdicts/{verdict_id}", tags=["verdicts"], response_model_exclude_none=True, responses=problems(404, 422))
def verdict(verdict_id: Id, service: Using) -> VerdictAnswer:
    """Return a verdict that was kept."""
    return VerdictAnswer(**service.records.get(verdict_id).answer())


@router.delete("/verdicts/{verdict_id}", tags=["verdicts"], status_code=204, responses=problems(404, 422))
def forget(verdict_id: Id, service: Using) -> None:
    """Forget a verdict."""
    service.records.remove(verdict_id)


@router.get(
    "/verdicts/{verdict_id}/export/{form}",
    tags=["verdicts"],
    response_class=Response,
    responses={
        200: files("text/html", "text/markdown", "application/json", "application/ld+json"),
        **problems(404, 422),
    },
)
def export(
    verdict_id: Id, form: Annotated[str, Path(pattern="^(json|md|html|claimreview)$", examples=["md"])], service: Using
) -> Response:
    """Return a verdict as a file: JSON, Markdown, ClaimReview JSON-LD, or HTML that needs no other file."""
    return exported(service.records.get(verdict_id), form)


FORMS = {
    "json": ("JSON", "application/json", "json"),
    "md": ("Markdown", "text/markdown; charset=utf-8", "md"),
    "claimreview": ("ClaimReview", "application/ld+json", "jsonld"),
    "html": ("HTML", "text/html; charset=utf-8", "html"),
}


def exported(kept: Kept, form: str) -> Response:
    """Return a verdict as a file to keep."""
    _, media_type, ending = FORMS[form]
    day = date.fromisoformat(kept.created[:10])
    match form:
        case "md":
            content = as_markdown(kept.verdict, kept.documents)
        case "html":
            content = as_html((kept.verdict, kept.documents))
        case "claimreview":
            content = json.dumps(claim_review(kept.verdict, kept.documents, day=day), indent=2, ensure_ascii=False)
        case _:
            content = json.dumps(kept.answer(), indent=2, ensure_ascii=False)
    return attachment(content, media_type, f"claimwise-{kept.id}.{ending}")


def attachment(content: str, media_type: str, name: str) -> Response:
    """Return a file that a browser saves; if it shows it all the same, nothing in it may run."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return Response(content.encode(errors="replace"), media_type=media_type, headers=headers)


def _plain(text: str) -> str:
    return text.encode(errors="replace").decode().replace("\0", "")
