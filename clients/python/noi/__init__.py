"""Client of Newsletter Opportunity Intelligence: start research, wait for it, read findings and dossiers."""

from . import types
from ._async.client import AsyncClient
from ._async.runs import AsyncRun
from ._shared import Answer, CallOptions, Page
from ._sync.client import Client
from ._sync.runs import Run
from ._version import VERSION
from .errors import (
    AnswerTooLarge,
    BadRequest,
    Conflict,
    ConnectionFailed,
    Forbidden,
    InvalidWebhook,
    NoAnswer,
    NoiError,
    NotFound,
    PaymentRequired,
    RateLimited,
    Refused,
    RunEnded,
    ServerError,
    TimedOut,
    Unauthorized,
    UnexpectedAnswer,
    WaitTimedOut,
)
from .types import WebhookEvent
from .webhooks import verify_webhook

__version__ = VERSION

__all__ = [
    "Answer",
    "AnswerTooLarge",
    "AsyncClient",
    "AsyncRun",
    "BadRequest",
    "CallOptions",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "Forbidden",
    "InvalidWebhook",
    "NoAnswer",
    "NoiError",
    "NotFound",
    "Page",
    "PaymentRequired",
    "RateLimited",
    "Refused",
    "Run",
    "RunEnded",
    "ServerError",
    "TimedOut",
    "Unauthorized",
    "UnexpectedAnswer",
    "WaitTimedOut",
    "WebhookEvent",
    "types",
    "verify_webhook",
]
