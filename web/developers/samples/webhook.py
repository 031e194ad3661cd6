import os

import noi

with noi.Client(os.environ["NOI_API_KEY"], os.environ["NOI_API_URL"]) as client:
    webhook = client.webhooks.create(
        url="https://hooks.example.com/noi",
        eventTypes=["run.completed"],
        idempotency_key="first-webhook-py",
    )
    print(webhook["webhookId"], webhook["signingSecret"])
