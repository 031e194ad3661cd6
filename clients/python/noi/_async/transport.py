"""Sends requests, with retries until they are answered."""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Optional

import anyio
import httpx

from .._shared import (
    SILENCE_SECONDS,
    Answer,
    Connection,
    DeadlinePassed,
    Outgoing,
    can_help,
    failure_of,
    outgoing,
    pause_of,
)
from ..errors import AnswerTooLarge, ConnectionFailed, NoiError, TimedOut


class Transport:
    """Requests over one connection."""

    def __init__(self, connection: Connection, http: Optional[httpx.AsyncClient]) -> None:
        self._connection = connection
        self._http = httpx.AsyncClient() if http is None else http

    async def aclose(self) -> None:
        await self._http.aclose()

    async def call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Answer:
        """Sends a request, with retries until it is answered.

        Retries after a lost connection, 408, 425, 429 and 5xx, and while the same request is in progress. Honors
        ``Retry-After``, with jitter, up to ``max_pause``. Raises ``DeadlinePassed`` at ``deadline``, a time of
        ``time.monotonic``.
        """
        connection = self._connection
        request = outgoing(
            connection, method, path, query=query, body=body, idempotency_key=idempotency_key, headers=headers
        )
        retries = connection.max_retries if max_retries is None else max_retries
        patience = connection.timeout if timeout is None else timeout
        attempt, answer_lost = 0, False
        while True:
            left = math.inf if deadline is None else deadline - time.monotonic()
            if left <= 0:
                raise DeadlinePassed
            try:
                return await self._once(request, min(patience, left))
            except NoiError as error:
                if deadline is not None and time.monotonic() >= deadline:
                    raise DeadlinePassed from error
                # An attempt whose response was lost may have deleted the object.
                if answer_lost and method == "DELETE" and error.status == 404:
                    return Answer(204, {}, b"")
                if not can_help(error) or attempt >= retries:
                    raise
                pause = pause_of(attempt, error.retry_after)
                if pause > connection.max_pause:
                    raise
                answer_lost = answer_lost or error.status == 0 or error.status >= 500
                attempt += 1
            await anyio.sleep(min(pause, left))

    async def lines(self, path: str, headers: Mapping[str, str]) -> AsyncGenerator[Optional[str], None]:
        """Yields the lines of a stream as they arrive; yields None and stops if the run has ended (204).

        The API sends a line at least every 10 s. Raises ``NoiError`` if it refuses the stream or falls silent.
        """
        request = outgoing(self._connection, "GET", path, headers=headers)
        try:
            async with self._http.stream(
                "GET",
                self._connection.base_url + request.path,
                headers=dict(request.headers),
                timeout=SILENCE_SECONDS,
                follow_redirects=False,
            ) as response:
                if not response.is_success:
                    raise failure_of(request, response, await self._read(response))
                if response.status_code == 204:
                    yield None
                    return
                async for line in response.aiter_lines():
                    yield line
        except httpx.RequestError as cause:
            raise ConnectionFailed(f"No connection for GET {path}", code="connection_failed") from cause

    async def _once(self, request: Outgoing, timeout: float) -> Answer:
        about = f"{request.method} {request.path}"
        try:
            async with self._http.stream(
                request.method,
                self._connection.base_url + request.path,
                headers=dict(request.headers),
                content=request.content,
                # The timeout limits only silence. A response that keeps arriving may take longer.
                timeout=timeout,
                # A redirect would send the key to another URL.
                follow_redirects=False,
            ) as response:
                content = await self._read(response)
        except httpx.TimeoutException as cause:
            message = f"No answer to {about} within {timeout} s"
            raise TimedOut(message, code="timed_out", idempotency_key=request.idempotency_key) from cause
        except httpx.RequestError as cause:
            message = f"No connection for {about}"
            raise ConnectionFailed(
                message, code="connection_failed", idempotency_key=request.idempotency_key
            ) from cause
        if response.is_success or response.status_code == 304:
            return Answer(response.status_code, response.headers, content)
        raise failure_of(request, response, content)

    async def _read(self, response: httpx.Response) -> bytes:
        most = self._connection.max_bytes
        content = bytearray()
        async for part in response.aiter_bytes():
            content += part
            if len(content) > most:
                message = f"The answer has more than {most} bytes; raise max_bytes"
                raise AnswerTooLarge(message, code="answer_too_large", status=response.status_code)
        return bytes(content)
