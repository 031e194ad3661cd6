"""Code that both clients share because it does not wait: checks, retries, and errors from responses."""

from __future__ import annotations

import json
import random
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Generic, Optional, TypeVar, cast
from urllib.parse import quote, urlencode, urlsplit

import httpx
from typing_extensions import TypedDict

from ._version import VERSION
from .errors import NoAnswer, NoiError, RunEnded, UnexpectedAnswer, WaitTimedOut, refusal_of
from .types import ProblemDetails, RunEvent, RunStatus

HOLD_SECONDS = 20
PAUSE_SECONDS = 2.0
# A stream that is silent for this long is abandoned. The API sends at least a comment every 10 s.
SILENCE_SECONDS = 30.0
# Number of retries per poll. Enough for minutes without a response, because runs continue while the API restarts.
PATIENT_RETRIES = 20

_FIRST_PAUSE = 0.5
_LONGEST_BACKOFF = 20.0
# Valid Idempotency-Key. httpx would reject other characters with an error that contains the key.
_KEY = re.compile(r"[!-~](?:[ -~]{0,253}[!-~])?")
_UNDER_WAY = {"queued", "running", "canceling"}
_ENDED = {"completed", "failed", "canceled", "expired"}

Item = TypeVar("Item")


class CallOptions(TypedDict, total=False):
    """Options of every call. Absent options default to the client's settings."""

    timeout: float
    max_retries: int


class DeadlinePassed(Exception):
    """The caller's time limit has passed."""


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list; ``next_cursor`` leads to the next and is None on the last."""

    data: list[Item]
    next_cursor: Optional[str]


@dataclass(frozen=True)
class Answer:
    """A response with its body; ``json`` parses it."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        """The parsed body; None if it is empty."""
        if self.status in (204, 304):
            return None
        try:
            return json.loads(self.content)
        except ValueError:
            message = "The answer is not JSON; check base_url"
            raise UnexpectedAnswer(message, code="unexpected_answer", status=self.status) from None


@dataclass(frozen=True)
class Connection:
    """How to reach the API, and how long to try."""

    base_url: str
    api_key: str = field(repr=False)
    timeout: float
    max_retries: int
    max_pause: float
    max_bytes: int

    @classmethod
    def of(cls, api_key: str, base_url: str, **limits: Any) -> Connection:
        """Checks key and address. Raises ``ValueError`` without repeating the key."""
        if not isinstance(api_key, str) or not re.fullmatch(r"[!-~]+", api_key):
            raise ValueError("api_key is missing or malformed: pass a key that starts with noi_live_ or noi_test_")
        # There is no default URL, because the key would be sent to whatever server listens there.
        if not isinstance(base_url, str) or not base_url.strip():
            raise ValueError(
                "Set base_url (or NOI_API_URL) to the address of the service, such as https://api.example.com."
            )
        base_url = base_url.strip()
        address = urlsplit(base_url)
        host = address.hostname or ""
        here = host in ("localhost", "::1") or re.fullmatch(r"127(\.\d+){3}", host)
        if address.username or not (address.scheme == "https" or (address.scheme == "http" and here)):
            raise ValueError("base_url must be https (http on this machine only), because requests carry the key")
        return cls(base_url=base_url.rstrip("/"), api_key=api_key, **limits)


@dataclass(frozen=True)
class Outgoing:
    """Request to the API."""

    method: str
    path: str
    headers: Mapping[str, str]
    content: Optional[bytes]

    @property
    def idempotency_key(self) -> Optional[str]:
        return self.headers.get("Idempotency-Key")


def outgoing(
    connection: Connection,
    method: str,
    path: str,
    *,
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    idempotency_key: Optional[str] = None,
    headers: Optional[Mapping[str, str]] = None,
) -> Outgoing:
    """A request with its headers; a POST gets an idempotency key if it has none."""
    sent = {"X-Api-Key": connection.api_key, "User-Agent": f"noi-python/{VERSION}", **(headers or {})}
    if method == "POST":
        sent["Idempotency-Key"] = new_key() if idempotency_key is None else idempotency_key
        if not _KEY.fullmatch(sent["Idempotency-Key"]):
            raise NoiError(
                "idempotency_key must be 1 to 255 printable ASCII characters", code="invalid_idempotency_key"
            )
    if body is not None:
        sent["Content-Type"] = "application/json"
    search = urlencode([pair for name, value in (query or {}).items() for pair in _pairs(name, value)])
    content = None if body is None else json.dumps(body).encode()
    return Outgoing(method, f"{path}?{search}" if search else path, sent, content)


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:
    if value is None:
        return []
    # Metadata is sent as `metadata[key]=value`, one parameter per key.
    if isinstance(value, Mapping):
        return [(f"{name}[{key}]", str(text)) for key, text in value.items()]
    return [(name, str(value))]


def at(template: str, id: str) -> str:
    """The path with this id."""
    return template.replace("{id}", quote(id, safe=""))


def new_key() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


def can_help(error: NoiError) -> bool:
    """Whether a retry can succeed. Retries are always safe, because a POST carries its key."""
    if isinstance(error, NoAnswer) or error.code == "idempotency_in_flight" or error.status in (408, 425, 429):
        return True
    return error.status >= 500 and not (error.problem and error.problem.get("retryable") is False)


def pause_of(attempt: int, retry_after: Optional[float]) -> float:
    """Seconds to wait: at least ``Retry-After``, with jitter, so that many clients do not return at once."""
    backoff: float = random.random() * min(_LONGEST_BACKOFF, _FIRST_PAUSE * 2**attempt)
    return backoff if retry_after is None else retry_after + min(backoff, 1.0)


def failure_of(request: Outgoing, response: httpx.Response, content: bytes) -> NoiError:
    """The error for a response."""
    status, about = response.status_code, f"{request.method} {request.path}"
    if 300 <= status < 400:
        return UnexpectedAnswer(
            f"{about} was redirected, and redirects are not followed; check base_url",
            code="unexpected_redirect",
            status=status,
            idempotency_key=request.idempotency_key,
        )
    problem = _problem_of(content)
    summary = problem.get("detail") or problem.get("title") or "" if problem else ""
    fields = [f"{one['pointer']} {one['detail']}" for one in problem.get("errors", [])] if problem else []
    # The summary may already name the first invalid field.
    said = " ".join(filter(None, [summary, "; ".join(field for field in fields if field not in summary)]))
    kind = refusal_of(status) if problem else UnexpectedAnswer
    return kind(
        f"The API answered {status}: {said or f'no explanation of {about}'}",
        code=problem["code"] if problem else "unexpected_answer",
        status=status,
        problem=problem,
        retry_after=_seconds_of(response.headers.get("retry-after")),
        idempotency_key=request.idempotency_key,
    )


def _problem_of(content: bytes) -> Optional[ProblemDetails]:
    try:
        value = json.loads(content)
    except ValueError:
        return None
    is_problem = isinstance(value, dict) and isinstance(value.get("code"), str)
    return cast(ProblemDetails, value) if is_problem else None


def _seconds_of(header: Optional[str]) -> Optional[float]:
    """Seconds of a Retry-After header in either form (RFC 9110, 10.2.3)."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


class EventReader:
    """Parses the lines of a stream of server-sent events (HTML standard, 9.2.6)."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}

    def read(self, line: str) -> Optional[RunEvent]:
        """The event completed by this line, if any."""
        name, _, value = line.partition(":")
        if line:
            self._fields[name] = value.removeprefix(" ")
            return None
        fields, self._fields = self._fields, {}
        if "event" not in fields or "data" not in fields:
            return None
        about = {"id": fields["id"]} if "id" in fields else {}
        return cast(RunEvent, {"event": fields["event"], **about, "data": json.loads(fields["data"])})


def is_final(run: RunStatus) -> bool:
    """Whether a run has ended. A status unknown to this version counts as ended once ``completedAt`` is set."""
    return run["status"] in _ENDED or (run["status"] not in _UNDER_WAY and run["completedAt"] is not None)


def ended_without(run: RunStatus) -> RunEnded:
    """The error for a run that ended without findings."""
    failure = run["failure"]
    reason = f"{failure['message']} ({failure['code']})" if failure else run.get("failureReason") or "no reason was given"
    credit = " The credit was restored." if run.get("entitlementRestored") else ""
    message = f"The run ended as {run['status']}: {reason}.{credit}".replace("..", ".")
    return RunEnded(message, code=failure["code"] if failure else f"run_{run['status']}", status=200, run=run)


def wait_timed_out(run_id: str, timeout: Optional[float]) -> WaitTimedOut:
    """The error for a wait that timed out; the run continues."""
    message = f"Run {run_id} did not end within {timeout} s. It continues: wait for it again"
    return WaitTimedOut(message, code="wait_timed_out", run_id=run_id)


def next_cursor_of(answer: Answer) -> Optional[str]:
    """Cursor of the next page from a Link header."""
    found = re.search(r'<([^>]+)>;\s*rel="?next"?', answer.headers.get("link", ""))
    cursor = re.search(r"[?&]cursor=([^&]+)", found.group(1)) if found else None
    return cursor.group(1) if cursor else None
