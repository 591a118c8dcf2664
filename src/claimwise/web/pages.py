"""The pages: the claim box, verdicts, two of them side by side, the history, the door."""

import hmac
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from claimwise.errors import ClaimwiseError
from claimwise.training.negation import negate
from claimwise.web.api import FORMS, Id, Using
from claimwise.web.forms import EMPTY, How, choices
from claimwise.web.guard import COOKIE, session
from claimwise.web.problems import Problem, ProblemError, of_error, unusable
from claimwise.web.schemas import CheckRequest
from claimwise.web.service import Service
from claimwise.web.views import page, verdict_view

EXAMPLES = (
    "Women sometimes took part in the fights in the arenas of ancient Rome.",
    "Viking warriors went into battle wearing helmets with horns.",
    "Hot water freezes faster than cold water under ordinary conditions.",
    "Vitamin C supplements prevent colds in the general population.",
)
PER_PAGE = 30
_WEEK = 7 * 24 * 3600

router = APIRouter()
Filled = Annotated[How, Depends()]


@router.get("/")
def home(request: Request, service: Using, claim: Annotated[str, Query(max_length=2000)] = "") -> Response:
    """Show the claim box."""
    return _box(request, service, claim=claim)


@router.post("/check")
def check(request: Request, service: Using, how: Filled, claim: Annotated[str, Form()] = "") -> Response:
    """Check a claim and go to its verdict."""
    try:
        service.demand_size(claim)
        body = how.request(CheckRequest, claim=claim)
        service.demand_claim(claim, body.options())
        kept = service.check(body.claim, body.options())
    except ClaimwiseError as error:
        return _box(request, service, claim=claim, filled=how.values, problem=of_error(error))
    return RedirectResponse(f"/verdicts/{kept.id}", 303)


def _box(
    request: Request,
    service: Service,
    *,
    claim: str,
    filled: dict[str, str] | None = None,
    problem: Problem | None = None,
) -> Response:
    lines, _ = service.records.history(limit=5)
    shown = page(
        request,
        "home.html",
        status=problem.status if problem else 200,
        claim=claim,
        filled=filled or EMPTY,
        problem=problem,
        examples=EXAMPLES if service.corpora.default == "demo" else (),
        recent=lines,
        limits=service.limits,
        **choices(service),
    )
    shown.headers.update(problem.headers if problem else {})
    return shown


@router.get("/verdicts/{verdict_id}")
def verdict(request: Request, verdict_id: Id, service: Using) -> Response:
    """Show a verdict."""
    view = verdict_view(service.records.get(verdict_id))
    return page(request, "verdict.html", view=view, forms=FORMS, opposite=negate(view.claim))


@router.post("/verdicts/{verdict_id}/remove")
def remove(verdict_id: Id, service: Using) -> Response:
    """Forget a verdict and go back to the history."""
    service.records.remove(verdict_id)
    return RedirectResponse("/history", 303)


@router.get("/compare")
def compare(request: Request, service: Using, ids: Annotated[list[str] | None, Query(alias="id")] = None) -> Response:
    """Show two verdicts side by side, or ask for two claims."""
    ids = ids or []
    if len(ids) not in {0, 2}:
        detail = f"{len(ids)} verdicts were chosen; choose two of the history"
        raise ProblemError(Problem(422, "unusable-input", "Two are needed", detail))
    views = [verdict_view(service.records.get(one)) for one in ids]
    return _comparing(request, service, views=views)


@router.post("/compare")
def compare_claims(
    request: Request,
    service: Using,
    how: Filled,
    first: Annotated[str, Form()] = "",
    second: Annotated[str, Form()] = "",
) -> Response:
    """Check two claims, the second by default the negation of the first, and show both verdicts."""
    try:
        other = second.strip() or negate(first)
        if not other:
            detail = "no negation could be made of the claim; write the second claim yourself"
            raise unusable(detail)
        kept = []
        for claim in (first, other):
            service.demand_size(claim)
            body = how.request(CheckRequest, claim=claim)
            service.demand_claim(claim, body.options())
            kept.append(service.check(body.claim, body.options()))
    except ClaimwiseError as error:
        return _comparing(request, service, first=first, second=second, filled=how.values, problem=of_error(error))
    return RedirectResponse(f"/compare?id={kept[0].id}&id={kept[1].id}", 303)


def _comparing(request: Request, service: Service, **values: Any) -> Response:  # noqa: ANN401
    problem = values.get("problem")
    known: dict[str, Any] = {"views": [], "first": "", "second": "", "filled": EMPTY, "problem": None}
    status = problem.status if problem else 200
    return page(request, "compare.html", status=status, **(known | values), **choices(service), limits=service.limits)


@router.get("/history")
def history(
    request: Request,
    service: Using,
    q: Annotated[str, Query(max_length=200)] = "",
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Response:
    """Show the claims that were checked."""
    lines, total = service.records.history(limit=PER_PAGE, offset=offset, containing=q.replace("\0", ""))
    return page(request, "history.html", lines=lines, total=total, offset=offset, per_page=PER_PAGE, q=q)


@router.get("/login")
def door(request: Request, then: Annotated[str, Query(alias="next", max_length=500)] = "/") -> Response:
    """Ask for the token."""
    return page(request, "login.html", then=then, problem=None)


@router.post("/login")
def enter(
    request: Request,
    service: Using,
    token: Annotated[str, Form()] = "",
    then: Annotated[str, Form(alias="next")] = "/",
) -> Response:
    """Let in whoever knows the token."""
    known = service.settings.token or ""
    if not hmac.compare_digest(token.strip().encode(errors="replace"), known.encode()) or not known:
        wrong = Problem(401, "token", "Not the token", "this is not the token that the server was started with")
        return page(request, "login.html", status=401, then=then, problem=wrong)
    inside = then.startswith("/") and not then.startswith(("//", "/\\")) and then.isprintable()
    answer = RedirectResponse(then if inside else "/", 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, session(known), max_age=_WEEK, httponly=True, samesite="strict", secure=secure)
    return answer


@router.get("/docs")
def docs(request: Request) -> Response:
    """Show what the API offers."""
    document = request.app.openapi()
    calls = [
        {"method": method.upper(), "path": path, "summary": call["description"].split("\n")[0], "tag": call["tags"][0]}
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]
    return page(request, "api.html", calls=calls, base=str(request.base_url).rstrip("/"))
