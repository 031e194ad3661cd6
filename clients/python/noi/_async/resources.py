"""Opportunities, orders, withdrawals, requests and webhooks of the account."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any, Generic, List, Literal, Optional, TypeVar, Union, cast, overload

from typing_extensions import Unpack

from .._shared import CallOptions, Page, at, next_cursor_of
from ..types import (
    CheckoutSessionCreated,
    LoggedRequest,
    OpportunityPurchase,
    OpportunityTeaser,
    Order,
    OrderSummary,
    Webhook,
    WebhookChange,
    WebhookCreate,
    WebhookCreated,
    WebhookDelivery,
    WebhookReplay,
    WebhookReplayed,
    WebhookRotated,
    WebhookSecret,
    Withdrawal,
    WithdrawalCreate,
)
from .transport import Transport

Item = TypeVar("Item")


class Listed(Generic[Item]):
    """A paginated list of the account, newest first."""

    def __init__(self, transport: Transport, path: str) -> None:
        self._transport = transport
        self._path = path

    async def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, **filters: Any) -> Page[Item]:
        """Reads one page; pass ``next_cursor`` as ``cursor`` to read the next."""
        query = {**filters, "limit": limit, "cursor": cursor}
        answer = await self._transport.call("GET", self._path, query=query)
        body = answer.json()
        # The catalog response is a bare list. A header links to the next page.
        if isinstance(body, list):
            return Page(body, next_cursor_of(answer))
        return Page(body["data"], body["nextCursor"])

    async def each(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, **filters: Any
    ) -> AsyncGenerator[Item, None]:
        """Yields all items, reading further pages as needed."""
        while True:
            page = await self.list(limit=limit, cursor=cursor, **filters)
            for item in page.data:
                yield item
            if page.next_cursor is None:
                return
            cursor = page.next_cursor


class Opportunities(Listed[OpportunityTeaser]):
    """Opportunities on offer."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, "/v1/opportunities")

    async def purchase(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[OpportunityPurchase]
    ) -> CheckoutSessionCreated:
        """Reserves an opportunity and opens its checkout."""
        path = at("/v1/opportunities/{id}/purchase", id)
        answer = await self._transport.call("POST", path, body=body, idempotency_key=idempotency_key)
        return cast(CheckoutSessionCreated, answer.json())

    @overload
    async def dossier(self, id: str, format: Literal["html", "md"], **options: Unpack[CallOptions]) -> str: ...

    @overload
    async def dossier(self, id: str, format: Literal["pdf"], **options: Unpack[CallOptions]) -> bytes: ...

    async def dossier(self, id: str, format: str, **options: Unpack[CallOptions]) -> Union[str, bytes]:
        path = at("/v1/opportunities/{id}/dossier", id)
        answer = await self._transport.call("GET", path, query={"format": format}, **options)
        return answer.content if format == "pdf" else answer.content.decode()


class Orders(Listed[OrderSummary]):
    """Orders of the account."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, "/v1/orders")

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Order:
        return cast(Order, (await self._transport.call("GET", at("/v1/orders/{id}", id), **options)).json())


class Withdrawals(Listed[Withdrawal]):
    """Payouts of a contributor."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, "/v1/withdrawals")

    async def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[WithdrawalCreate]) -> Withdrawal:
        """Requests a payout. Money moves: store your own idempotency key first."""
        answer = await self._transport.call("POST", "/v1/withdrawals", body=body, idempotency_key=idempotency_key)
        return cast(Withdrawal, answer.json())

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Withdrawal:
        return cast(Withdrawal, (await self._transport.call("GET", at("/v1/withdrawals/{id}", id), **options)).json())


class Requests(Listed[LoggedRequest]):
    """Requests made with the account's keys in the last seven days."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, "/v1/requests")


class Webhooks:
    """Webhook endpoints of the account."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def create(self, *, idempotency_key: Optional[str] = None, **body: Unpack[WebhookCreate]) -> WebhookCreated:
        """Creates an endpoint. Store its ``signingSecret`` first; it is not shown again."""
        answer = await self._transport.call("POST", "/v1/webhooks", body=body, idempotency_key=idempotency_key)
        return cast(WebhookCreated, answer.json())

    async def list(self, **options: Unpack[CallOptions]) -> List[Webhook]:
        """All endpoints, newest first, including disabled ones."""
        return cast(list[Webhook], (await self._transport.call("GET", "/v1/webhooks", **options)).json())

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Webhook:
        return cast(Webhook, (await self._transport.call("GET", at("/v1/webhooks/{id}", id), **options)).json())

    async def change(self, id: str, **change: Unpack[WebhookChange]) -> Webhook:
        """Changes the given members. ``enabled=False`` stops deliveries."""
        return cast(Webhook, (await self._transport.call("POST", at("/v1/webhooks/{id}", id), body=change)).json())

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Deletes an endpoint and its deliveries."""
        await self._transport.call("DELETE", at("/v1/webhooks/{id}", id), **options)

    async def rotate(self, id: str, *, idempotency_key: Optional[str] = None) -> WebhookRotated:
        """Creates a new secret. The previous one also signs deliveries until ``previousSecretExpiresAt``."""
        path = at("/v1/webhooks/{id}/rotate", id)
        return cast(WebhookRotated, (await self._transport.call("POST", path, idempotency_key=idempotency_key)).json())

    async def run_secret(self, **options: Unpack[CallOptions]) -> WebhookSecret:
        """The secret that signs deliveries to the ``webhook`` of a run."""
        return cast(WebhookSecret, (await self._transport.call("GET", "/v1/webhook-secret", **options)).json())

    async def rotate_run_secret(self, **options: Unpack[CallOptions]) -> WebhookSecret:
        """Replaces the run secret. The previous one also signs deliveries until ``previousSecretExpiresAt``."""
        answer = await self._transport.call("POST", "/v1/webhook-secret/rotate", **options)
        return cast(WebhookSecret, answer.json())

    async def test(self, id: str, *, idempotency_key: Optional[str] = None) -> WebhookDelivery:
        """Sends a signed ``webhook.test``; ``deliveries`` shows the result."""
        path = at("/v1/webhooks/{id}/test", id)
        return cast(WebhookDelivery, (await self._transport.call("POST", path, idempotency_key=idempotency_key)).json())

    async def replay(
        self, id: str, *, idempotency_key: Optional[str] = None, **body: Unpack[WebhookReplay]
    ) -> WebhookReplayed:
        """Resends one delivery, or the events of a period."""
        path = at("/v1/webhooks/{id}/replay", id)
        answer = await self._transport.call("POST", path, body=body, idempotency_key=idempotency_key)
        return cast(WebhookReplayed, answer.json())

    def deliveries(self, id: str) -> Listed[WebhookDelivery]:
        """Deliveries of the last 30 days with their attempts."""
        return Listed(self._transport, at("/v1/webhooks/{id}/deliveries", id))
