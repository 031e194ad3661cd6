"""Verification of deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Union, cast

from .errors import InvalidWebhook
from .types import WebhookEvent

_TOLERANCE_SECONDS = 300


def verify_webhook(body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """Verifies a delivery and returns its event.

    Pass the raw ``body``, before parsing; ``secret`` starts with ``whsec_``. A repeated delivery has the same
    ``webhook-id``. Later versions of the API may send types unknown to this one. Raises ``InvalidWebhook`` if the
    signature is not ours or the time is off by more than five minutes.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, sent, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError:
        raise _invalid("its headers are missing") from None
    try:
        is_now = abs(time.time() - float(sent)) <= _TOLERANCE_SECONDS
    except ValueError:
        is_now = False
    if not is_now:
        raise _invalid("its timestamp is off by more than five minutes")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        raise _invalid("the secret is not base64") from None
    expected = base64.b64encode(hmac.new(key, f"{message}.{sent}.".encode() + raw, hashlib.sha256).digest()).decode()
    # During a rotation, a delivery has two signatures.
    for signature in signatures.split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected.encode()):
            return cast(WebhookEvent, json.loads(raw))
    raise _invalid("its signature does not match")


def _invalid(reason: str) -> InvalidWebhook:
    return InvalidWebhook(f"The delivery was rejected: {reason}", code="invalid_webhook")
