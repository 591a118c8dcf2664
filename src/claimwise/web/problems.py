"""What goes wrong, as RFC 9457 problem details: one form for every error of the API, and the words for the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from claimwise.errors import ClaimwiseError, InputError, MissingExtraError, ModelError, StoreError

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: `kind` names it for programs, `title` for people, `detail` says what would work."""

    status: int
    kind: str
    title: str
    detail: str
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """Return the problem as RFC 9457 writes it."""
        return {
            "type": f"urn:claimwise:problem:{self.kind}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }


class ProblemError(ClaimwiseError):
    """Carries a problem out to whoever answers the request."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.detail)


def not_found(what: str) -> ProblemError:
    """Return the problem of a thing that is not there."""
    return ProblemError(Problem(404, "not-found", "Not found", f"there is no {what}"))


def conflict(detail: str) -> ProblemError:
    """Return the problem of a request that does not fit the state of things."""
    return ProblemError(Problem(409, "conflict", "Not possible now", detail))


def too_large(detail: str) -> ProblemError:
    """Return the problem of a request that is larger than allowed."""
    return ProblemError(Problem(413, "too-large", "Too large", detail))


def busy(seconds: int) -> ProblemError:
    """Return the problem of a full queue."""
    detail = f"the server has as many requests as it takes; try again in about {seconds} s"
    return ProblemError(Problem(429, "busy", "The server is busy", detail, {"Retry-After": str(seconds)}))


def unusable(detail: str) -> ProblemError:
    """Return the problem of what was sent and cannot be used."""
    return ProblemError(Problem(422, "unusable-input", "This cannot be used", detail))


def time_up(seconds: float) -> ProblemError:
    """Return the problem of a request that took too long."""
    detail = f"it was not done within {seconds:g} s and was given up; try again with fewer documents"
    return ProblemError(Problem(504, "time-up", "It took too long", detail))


def of_error(error: Exception) -> Problem:
    """Return the problem that an error means; one that nobody foresaw says nothing of the inside."""
    match error:
        case ProblemError():
            return error.problem
        case InputError():
            return unusable(str(error)).problem
        case StoreError():
            return Problem(409, "index", "The index cannot do this now", str(error))
        case ModelError():
            return Problem(503, "model", "The model cannot be used", str(error))
        case MissingExtraError():
            return Problem(501, "missing-extra", "A part is not installed", str(error))
    return Problem(
        500, "internal", "Something went wrong", "the server met an error that it did not expect; its log says more"
    )
