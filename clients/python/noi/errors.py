"""Error classes: catch ``NoiError`` for all of them, or the one you can handle."""

from __future__ import annotations

from typing import Optional

from .types import ProblemDetails, RunStatus


class NoiError(Exception):
    """Any failure of the client. Never contains the API key.

    ``status`` is the HTTP status, 0 without a response. ``code`` is stable: from the API's problem, the run's failure,
    or the client. ``idempotency_key`` belongs to a POST: repeat the request with it to learn the outcome.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        problem: Optional[ProblemDetails] = None,
        retry_after: Optional[float] = None,
        idempotency_key: Optional[str] = None,
        run_id: Optional[str] = None,
        run: Optional[RunStatus] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.problem = problem
        self.retry_after = retry_after
        self.idempotency_key = idempotency_key
        self.run_id = run["runId"] if run else run_id
        self.run = run


class NoAnswer(NoiError):
    """No response arrived, so the outcome of the request is unknown."""


class ConnectionFailed(NoAnswer):
    """The connection failed or broke."""


class TimedOut(NoAnswer):
    """The API was silent for ``timeout``."""


class UnexpectedAnswer(NoiError):
    """The response is not from the API: check ``base_url``."""


class AnswerTooLarge(NoiError):
    """The response is larger than ``max_bytes``."""


class Refused(NoiError):
    """The API refused the request; ``problem`` says why."""


class BadRequest(Refused):
    """400: the request is invalid."""


class Unauthorized(Refused):
    """401: the key is missing or invalid."""


class PaymentRequired(Refused):
    """402: no credit or budget is left."""


class Forbidden(Refused):
    """403: the key may not do this."""


class NotFound(Refused):
    """404: no object has this id."""


class Conflict(Refused):
    """409: conflicts with the object's state, or with an earlier request with this idempotency key."""


class RateLimited(Refused):
    """429: too many requests; retry after ``retry_after`` seconds."""


class ServerError(Refused):
    """5xx: the API could not answer."""


class RunEnded(NoiError):
    """A run ended without findings; ``run`` is its final state, ``code`` the reason."""


class WaitTimedOut(NoiError):
    """A run has not ended in the given time. It continues: wait for ``run_id`` again."""


class InvalidWebhook(NoiError):
    """A delivery is not ours or is too old."""


_BY_STATUS = {
    400: BadRequest,
    401: Unauthorized,
    402: PaymentRequired,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    429: RateLimited,
}


def refusal_of(status: int) -> type[NoiError]:
    """The error class for a status."""
    return _BY_STATUS.get(status, ServerError if status >= 500 else Refused)
