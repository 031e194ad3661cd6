"""Runs of the account, and those of the sandbox."""

from __future__ import annotations

import json
import math
import time
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Literal, Optional, Union, cast, overload

import anyio
from typing_extensions import Unpack

from .._shared import (
    HOLD_SECONDS,
    PATIENT_RETRIES,
    PAUSE_SECONDS,
    Answer,
    CallOptions,
    DeadlinePassed,
    EventReader,
    Page,
    at,
    can_help,
    ended_without,
    is_final,
    pause_of,
    wait_timed_out,
)
from ..errors import NoiError
from ..types import (
    EvaluationCreate,
    Findings,
    ListRunsQuery,
    FindingsSelection,
    PaidProductRunCreated,
    Portfolio,
    RunBatch,
    RunBatchResult,
    RunEvent,
    RunStatus,
    SearchCreate,
)
from .transport import Transport


class AsyncRun:
    """A run's state and its operations."""

    def __init__(self, runs: Runs, state: Union[RunStatus, PaidProductRunCreated]) -> None:
        self._runs = runs
        self.state = state

    def __repr__(self) -> str:
        return f"<Run {self.id} {self.status}>"

    @property
    def id(self) -> str:
        return self.state["runId"]

    @property
    def status(self) -> str:
        return self.state["status"]

    @property
    def replayed(self) -> bool:
        """Whether the response replays an earlier one to the same key."""
        return bool(self.state.get("replayed"))

    async def refresh(self, **options: Unpack[CallOptions]) -> AsyncRun:
        """Reads the run again."""
        return await self._runs.get(self.id, **options)

    async def changes(self, *, timeout: Optional[float] = None) -> AsyncGenerator[RunStatus, None]:
        """Yields the run on each change, the final state last."""
        async for state in self._runs.changes(self.id, timeout=timeout):
            yield state

    async def wait(self, *, timeout: Optional[float] = None) -> AsyncRun:
        """Waits until the run is completed. Raises ``RunEnded`` if it ends without findings, or ``WaitTimedOut``."""
        return await self._runs.wait(self.id, timeout=timeout)

    async def cancel(self, **options: Unpack[CallOptions]) -> AsyncRun:
        """Cancels the run; its state may still be ``canceling``."""
        return await self._runs.cancel(self.id, **options)

    async def delete(self, **options: Unpack[CallOptions]) -> None:
        """Permanently deletes the content of an ended run."""
        await self._runs.delete(self.id, **options)

    async def events(self, *, last_event_id: Optional[str] = None) -> AsyncGenerator[RunEvent, None]:
        """Yields the run's events as they happen, until it has ended."""
        async for event in self._runs.events(self.id, last_event_id=last_event_id):
            yield event

    @overload
    async def findings(self, **options: Unpack[CallOptions]) -> Findings: ...

    @overload
    async def findings(self, *, fields: Sequence[str], **options: Unpack[CallOptions]) -> FindingsSelection: ...

    async def findings(
        self, *, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]
    ) -> Union[Findings, FindingsSelection]:
        """The findings, or only the members named in ``fields``."""
        query = None if fields is None else {"fields": ",".join(fields)}
        return cast(Findings, (await self._runs._read(self.id, "/findings", options, query)).json())

    async def portfolio(self, **options: Unpack[CallOptions]) -> Portfolio:
        """Ranked portfolio of a Custom Search."""
        return cast(Portfolio, (await self._runs._read(self.id, "/portfolio", options)).json())

    @overload
    async def dossier(self, format: Literal["html", "md"], **options: Unpack[CallOptions]) -> str: ...

    @overload
    async def dossier(self, format: Literal["pdf"], **options: Unpack[CallOptions]) -> bytes: ...

    async def dossier(self, format: str, **options: Unpack[CallOptions]) -> Union[str, bytes]:
        answer = await self._runs._read(self.id, "/dossier", options, {"format": format})
        return answer.content if format == "pdf" else answer.content.decode()

    async def archive(self, **options: Unpack[CallOptions]) -> bytes:
        """All documents of the run in one zip."""
        return (await self._runs._read(self.id, "/export", options)).content


class StartedBatch(list[AsyncRun]):
    """Runs of one batch in the order of the items; read its progress with ``batches`` and ``batch_id``."""

    batch_id: str = ""


class Creates:
    """Starts runs under one path."""

    def __init__(self, transport: Transport, base: str, runs: Optional[Runs] = None) -> None:
        self._transport = transport
        self._base = base
        self._runs = runs

    async def create_evaluation(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **body: Unpack[EvaluationCreate],
    ) -> AsyncRun:
        """Starts an Idea Check. The same key and body return the same run, from any process."""
        return await self._create("/evaluations", body, (idempotency_key, timeout, max_retries))

    async def create_search(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **body: Unpack[SearchCreate],
    ) -> AsyncRun:
        """Starts a Custom Search. The same key and body return the same run, from any process."""
        return await self._create("/searches", body, (idempotency_key, timeout, max_retries))

    async def create_evaluations(
        self,
        items: Sequence[EvaluationCreate],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> StartedBatch:
        """Starts an Idea Check for each item, all or none."""
        return await self._create_all("/evaluations/batch", items, (idempotency_key, timeout, max_retries))

    async def create_searches(
        self,
        items: Sequence[SearchCreate],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> StartedBatch:
        """Starts a Custom Search for each item, all or none."""
        return await self._create_all("/searches/batch", items, (idempotency_key, timeout, max_retries))

    async def _create(
        self, path: str, body: Any, options: tuple[Optional[str], Optional[float], Optional[int]]
    ) -> AsyncRun:
        return AsyncRun(self._runs or cast(Runs, self), await self._post(path, body, options))

    async def _create_all(
        self, path: str, items: Sequence[Any], options: tuple[Optional[str], Optional[float], Optional[int]]
    ) -> StartedBatch:
        created = await self._post(path, {"items": list(items)}, options)
        started = StartedBatch(AsyncRun(self._runs or cast(Runs, self), run) for run in created["runs"])
        started.batch_id = created["batchId"]
        return started

    async def _post(self, path: str, body: Any, options: tuple[Optional[str], Optional[float], Optional[int]]) -> Any:
        key, timeout, max_retries = options
        answer = await self._transport.call(
            "POST",
            self._base + path,
            body=body,
            idempotency_key=key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer.json()


class Runs(Creates):
    """Runs of the account. Lists filter by ``status``, ``kind`` and your ``metadata``; all given filters must match."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, "/v1")

    async def get(self, run_id: str, **options: Unpack[CallOptions]) -> AsyncRun:
        return AsyncRun(self, (await self._read(run_id, "", options)).json())

    async def list(self, **query: Unpack[ListRunsQuery]) -> Page[RunStatus]:
        """Reads one page, newest first; pass ``next_cursor`` as ``cursor`` to read the next."""
        body = (await self._transport.call("GET", "/v1/runs", query=query)).json()
        return Page(body["data"], body["nextCursor"])

    async def each(self, **query: Unpack[ListRunsQuery]) -> AsyncGenerator[RunStatus, None]:
        """Yields all items, reading further pages as needed."""
        while True:
            page = await self.list(**query)
            for item in page.data:
                yield item
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    async def cancel(self, run_id: str, **options: Unpack[CallOptions]) -> AsyncRun:
        """Cancels a run; its state may still be ``canceling``."""
        answer = await self._transport.call("POST", at("/v1/runs/{id}/cancel", run_id), **options)
        return AsyncRun(self, answer.json())

    async def delete(self, run_id: str, **options: Unpack[CallOptions]) -> None:
        """Permanently deletes the content of an ended run."""
        await self._transport.call("DELETE", at("/v1/runs/{id}", run_id), **options)

    async def wait(self, run_id: str, *, timeout: Optional[float] = None) -> AsyncRun:
        """Waits for a run by its id, for example after a restart."""
        last: Optional[RunStatus] = None
        async for state in self.changes(run_id, timeout=timeout):
            last = state
        assert last is not None
        if last["status"] == "completed":
            return AsyncRun(self, last)
        raise ended_without(last)

    async def changes(self, run_id: str, *, timeout: Optional[float] = None) -> AsyncGenerator[RunStatus, None]:
        """Yields the run on each change, the final state last."""
        deadline = None if timeout is None else time.monotonic() + timeout
        tag: Optional[str] = None
        while True:
            asked = time.monotonic()
            left = HOLD_SECONDS if deadline is None else min(HOLD_SECONDS, math.ceil(deadline - asked))
            headers = {"Prefer": f"wait={max(left, 1)}", **({"If-None-Match": tag} if tag else {})}
            try:
                answer = await self._transport.call(
                    "GET",
                    at("/v1/runs/{id}", run_id),
                    headers=headers,
                    max_retries=PATIENT_RETRIES,
                    deadline=deadline,
                )
            except DeadlinePassed as passed:
                raise wait_timed_out(run_id, timeout) from passed
            if answer.status != 304:
                tag = answer.headers.get("etag")
                state = cast(RunStatus, answer.json())
                yield state
                if is_final(state):
                    return
            elif time.monotonic() - asked < PAUSE_SECONDS:
                # A 304 can arrive early if a proxy stops the API from waiting for a change.
                pause = PAUSE_SECONDS if deadline is None else min(PAUSE_SECONDS, deadline - time.monotonic())
                await anyio.sleep(max(pause, 0))

    async def events(self, run_id: str, *, last_event_id: Optional[str] = None) -> AsyncGenerator[RunEvent, None]:
        """Yields a run's events as they happen, until it has ended.

        Reconnects after the last event if the stream breaks. Raises ``NoiError`` if the API refuses the stream.
        """
        after, failures = last_event_id, 0
        while True:
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": after} if after else {})}
            reader = EventReader()
            pause = PAUSE_SECONDS
            try:
                async for line in self._transport.lines(at("/v1/runs/{id}", run_id), headers):
                    if line is None:
                        return
                    failures = 0
                    event = reader.read(line)
                    if event is None:
                        continue
                    after = event.get("id", after)
                    yield event
                    if event["event"] == "end":
                        return
            except NoiError as error:
                if not can_help(error) or failures >= PATIENT_RETRIES:
                    raise
                pause = pause_of(failures, error.retry_after)
                failures += 1
            await anyio.sleep(pause)

    async def _read(self, run_id: str, part: str, options: CallOptions, query: Any = None) -> Answer:
        return await self._transport.call("GET", at("/v1/runs/{id}", run_id) + part, query=query, **options)


class Sandbox(Creates):
    """Sandbox runs for test keys: free and done within seconds. Words in the idea choose the outcome."""

    def __init__(self, transport: Transport, runs: Runs) -> None:
        super().__init__(transport, "/v1/sandbox", runs)

    async def reach_deadline(self, run_id: str, **options: Unpack[CallOptions]) -> AsyncRun:
        """Moves a run's clock to its deadline."""
        path = at("/v1/sandbox/runs/{id}/deadline", run_id)
        return AsyncRun(cast(Runs, self._runs), (await self._transport.call("POST", path, **options)).json())


class Batches:
    """Batches of runs."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def get(self, batch_id: str, **options: Unpack[CallOptions]) -> RunBatch:
        """Progress of a batch; ``status`` is ``ended`` once every run has ended."""
        return cast(RunBatch, (await self._transport.call("GET", at("/v1/batches/{id}", batch_id), **options)).json())

    async def cancel(self, batch_id: str, **options: Unpack[CallOptions]) -> RunBatch:
        """Cancels the runs that have not ended."""
        path = at("/v1/batches/{id}/cancel", batch_id)
        return cast(RunBatch, (await self._transport.call("POST", path, **options)).json())

    async def results(self, batch_id: str, **options: Unpack[CallOptions]) -> list[RunBatchResult]:
        """Findings or failures of the ended runs, in the order of the items."""
        path = at("/v1/batches/{id}/results", batch_id)
        lines = (await self._transport.call("GET", path, **options)).content.decode().split("\n")
        return [json.loads(line) for line in lines if line]
