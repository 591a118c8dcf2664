"""The application: routes, errors and the guard around one service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from claimwise import __version__
from claimwise.errors import ClaimwiseError
from claimwise.web import api, api_indexes, api_jobs, pages, pages_corpora, pages_texts
from claimwise.web.guard import Guard
from claimwise.web.metrics import MEDIA_TYPE as METRICS_TYPE
from claimwise.web.problems import MEDIA_TYPE, Problem, of_error
from claimwise.web.service import Service
from claimwise.web.settings import Settings
from claimwise.web.views import error_page

_STATIC = Path(__file__).parent / "static"
_ABOUT = "Check a claim against documents, and see the sentences that decide it. Errors are RFC 9457 problem details."
_KINDS = {400: "bad-request", 404: "not-found", 405: "method", 413: "too-large"}


def create_app(settings: Settings) -> FastAPI:
    """Return the application; its service starts and ends with it."""
    service = Service(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.start()
        yield
        service.close()

    app = FastAPI(
        title="claimwise", version=__version__, description=_ABOUT, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.service = service
    for routes in (api, api_jobs, api_indexes):
        app.include_router(routes.router)
    for shown in (pages, pages_texts, pages_corpora):
        app.include_router(shown.router, include_in_schema=False)
    app.add_api_route("/healthz", health, methods=["GET"], tags=["server"])
    app.add_api_route("/metrics", metrics, methods=["GET"], tags=["server"], response_class=PlainTextResponse)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.add_middleware(Guard, settings=settings, metrics=service.metrics)
    app.add_exception_handler(ClaimwiseError, _failed)
    app.add_exception_handler(Exception, _failed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    _describe(app)
    return app


def health(request: Request) -> dict[str, Any]:
    """Say that the server is there, and whether its models are loaded."""
    return {"status": "ok", "ready": request.app.state.service.engine.warm, "version": __version__}


def metrics(request: Request) -> Response:
    """Return numbers for Prometheus."""
    return Response(request.app.state.service.metrics.text(), media_type=METRICS_TYPE)


def _failed(request: Request, error: Exception) -> Response:
    return _answer(request, of_error(error))


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kind = _KINDS.get(error.status_code, "refused")
    headers = dict(error.headers or {})
    return _answer(request, Problem(error.status_code, kind, str(error.detail), str(error.detail), headers))


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    told = [{"at": ".".join(str(part) for part in one["loc"]), "what": str(one["msg"])} for one in error.errors()[:20]]
    told = [{name: value.encode(errors="replace").decode() for name, value in one.items()} for one in told]
    detail = "; ".join(f"{one['at']}: {one['what']}" for one in told)
    return _answer(request, Problem(422, "unusable-input", "This cannot be used", detail, more={"errors": told}))


def _answer(request: Request, problem: Problem) -> Response:
    if request.url.path.startswith(("/api", "/healthz", "/metrics", "/openapi")):
        headers = {"Cache-Control": "no-store", **problem.headers}
        return JSONResponse(problem.record(), problem.status, headers=headers, media_type=MEDIA_TYPE)
    return error_page(request, problem)


def _describe(app: FastAPI) -> None:
    """Put the form of errors, and the token, into the OpenAPI document."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = made()
            parts = document.setdefault("components", {})
            schemas = parts.setdefault("schemas", {})
            schemas["ProblemAnswer"] = api.ERROR_SCHEMA.model_json_schema()
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)
            parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            document["security"] = [{}, {"token": []}]
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # FastAPI's own way to add to the document
