"""Failures of the client as classes: catch ``NoiError`` for all of them, or the one that you can do something about."""

from __future__ import annotations

from typing import Optional

from .types import ProblemDetails, RunStatus


class NoiError(Exception):
    """Every failure of the client. It never contains the API key.

    ``status`` is that of the answer, 0 if there was none. ``code`` is stable: that of the API's problem, the failure of
    a run, or one of the client. ``idempotency_key`` is that of a POST: send it again to learn what became of it.
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
    """No answer came, so that nobody knows what became of the request."""


class ConnectionFailed(NoAnswer):
    """There was no connection, or it broke."""


class TimedOut(NoAnswer):
    """Nothing was heard for as long as ``timeout``."""


class UnexpectedAnswer(NoiError):
    """The answer is none of the API's: check ``base_url``."""


class AnswerTooLarge(NoiError):
    """The answer has more than ``max_bytes``."""


class Refused(NoiError):
    """The API refused the request; ``problem`` says why."""


class BadRequest(Refused):
    """400: the request is not valid."""


class Unauthorized(Refused):
    """401: the key is missing or not valid."""


class PaymentRequired(Refused):
    """402: no credit, or no budget, is left."""


class Forbidden(Refused):
    """403: the key may not do this."""


class NotFound(Refused):
    """404: there is nothing of this id."""


class Conflict(Refused):
    """409: the state of things, or an earlier request of this key, forbids it."""


class RateLimited(Refused):
    """429: too many requests; ``retry_after`` says when to come back."""


class ServerError(Refused):
    """5xx: the API could not answer."""


class RunEnded(NoiError):
    """A run ended without findings; ``run`` is its last state, ``code`` the reason."""


class WaitTimedOut(NoiError):
    """A run has not ended in the time given; it goes on, so wait for it again by ``run_id``."""


class InvalidWebhook(NoiError):
    """A delivery is not ours, or too old."""


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
    """Class of a refusal with this status."""
    return _BY_STATUS.get(status, ServerError if status >= 500 else Refused)
