"""The asynchronous client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, cast

import httpx
from typing_extensions import Unpack

from .._shared import Answer, CallOptions, Connection
from ..types import Account, ProductEvent, UsageDashboard
from .resources import Listed, Opportunities, Orders, Requests, Webhooks, Withdrawals
from .runs import Batches, Runs, Sandbox
from .transport import Transport


class AsyncClient:
    """Client of the API at ``base_url``, the address of the service such as ``https://api.example.com``.

    The key is sent only there; http is allowed on loopback only.
    ``timeout``: seconds of silence before a request is abandoned and retried, at most ``max_retries`` times.
    ``max_pause``: longest ``Retry-After`` to wait for, in seconds. ``max_bytes``: largest response to read.
    ``http`` replaces the httpx client, for example to use a proxy.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        timeout: float = 60.0,
        max_retries: int = 5,
        max_pause: float = 60.0,
        max_bytes: int = 64 * 1024 * 1024,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        limits = {"timeout": timeout, "max_retries": max_retries, "max_pause": max_pause, "max_bytes": max_bytes}
        self._transport = Transport(Connection.of(api_key, base_url, **limits), http)
        self.runs = Runs(self._transport)
        self.sandbox = Sandbox(self._transport, self.runs)
        self.batches = Batches(self._transport)
        self.opportunities = Opportunities(self._transport)
        self.orders = Orders(self._transport)
        self.withdrawals = Withdrawals(self._transport)
        self.webhooks = Webhooks(self._transport)
        self.events: Listed[ProductEvent] = Listed(self._transport, "/v1/events")
        self.requests = Requests(self._transport)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def account(self, **options: Unpack[CallOptions]) -> Account:
        return cast(Account, (await self._transport.call("GET", "/v1/account", **options)).json())

    async def usage(
        self, *, metadata: Optional[Mapping[str, str]] = None, **options: Unpack[CallOptions]
    ) -> UsageDashboard:
        """Usage of the key; ``runs`` and ``cost`` count runs that match all of ``metadata``."""
        answer = await self._transport.call("GET", "/v1/usage", query={"metadata": metadata}, **options)
        return cast(UsageDashboard, answer.json())

    async def call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        **options: Unpack[CallOptions],
    ) -> Answer:
        """Calls any other endpoint: ``client.call("GET", "/v1/developer").json()``."""
        return await self._transport.call(
            method, path, query=query, body=body, idempotency_key=idempotency_key, headers=headers, **options
        )
