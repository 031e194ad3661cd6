"""Runs commands with the Python client (``sync`` or ``async``): reads and prints one line of JSON per command."""

import asyncio
import inspect
import json
import sys

import noi

CLIENT = {"baseUrl": "base_url", "apiKey": "api_key", "maxBytes": "max_bytes"}
OPTIONS = {"key": "idempotency_key", "timeoutMs": "timeout", "maxRetries": "max_retries", "maxPauseMs": "max_pause"}


def renamed(values, names):
    return {names[name]: value / 1000 if name.endswith("Ms") else value for name, value in values.items() if name in names}


async def done(value):
    return await value if inspect.isawaitable(value) else value


async def every(items):
    return [item async for item in items] if hasattr(items, "__aiter__") else list(items)


async def batch(client, args, options):
    return [await done(made) for made in await done(client.runs.create_evaluations(args["items"], **options))]


async def ids(items, name):
    return [item[name] for item in await every(items)]


async def count(items):
    return len(await every(items))


async def of_run(client, args, method, *arguments):
    return await done(getattr(await done(client.runs.get(args["runId"])), method)(*arguments))


async def findings_of(client, args):
    return await done((await done(client.runs.get(args["runId"]))).findings(fields=args["fields"]))


CALLS = {
    "account": lambda c, a, o: c.account(**o),
    "usage": lambda c, a, o: c.usage(),
    "createEvaluation": lambda c, a, o: c.runs.create_evaluation(**a["body"], **o),
    "createEvaluations": batch,
    "getBatch": lambda c, a, o: c.batches.get(a["id"]),
    "cancelBatch": lambda c, a, o: c.batches.cancel(a["id"]),
    "batchResults": lambda c, a, o: c.batches.results(a["id"]),
    "sandboxEvaluation": lambda c, a, o: c.sandbox.create_evaluation(**a["body"], **o),
    "reachDeadline": lambda c, a, o: c.sandbox.reach_deadline(a["runId"]),
    "getRun": lambda c, a, o: c.runs.get(a["runId"]),
    "wait": lambda c, a, o: c.runs.wait(a["runId"], **o),
    "cancel": lambda c, a, o: of_run(c, a, "cancel"),
    "deleteRun": lambda c, a, o: of_run(c, a, "delete"),
    "findings": lambda c, a, o: of_run(c, a, "findings"),
    "findingsOf": lambda c, a, o: findings_of(c, a),
    "events": lambda c, a, o: ids(c.runs.events(a["runId"], last_event_id=a.get("lastEventId")), "id"),
    "dossierPdf": lambda c, a, o: of_run(c, a, "dossier", "pdf"),
    "eachRun": lambda c, a, o: ids(c.runs.each(**a.get("query", {})), "runId"),
    "eachOpportunity": lambda c, a, o: ids(c.opportunities.each(**a.get("query", {})), "opportunityId"),
    "eachDelivery": lambda c, a, o: count(c.webhooks.deliveries(a["id"]).each()),
    "createWebhook": lambda c, a, o: c.webhooks.create(**a["body"], **o),
    "getWebhook": lambda c, a, o: c.webhooks.get(a["id"]),
    "testWebhook": lambda c, a, o: c.webhooks.test(a["id"]),
    "runSecret": lambda c, a, o: c.webhooks.run_secret(),
    "rotateWebhook": lambda c, a, o: c.webhooks.rotate(a["id"]),
    "deleteWebhook": lambda c, a, o: c.webhooks.delete(a["id"]),
    "verifyWebhook": lambda c, a, o: noi.verify_webhook(a["body"], a["headers"], a["secret"]),
}


def shown(value):
    if isinstance(value, list):
        return [shown(one) for one in value]
    if isinstance(value, (noi.Run, noi.AsyncRun)):
        return value.state
    return value.decode("latin-1")[:8] if isinstance(value, bytes) else value


async def play(make, command):
    try:
        client = make(**renamed(command["client"], {**CLIENT, **OPTIONS}))
        try:
            args = command["with"]
            return {"value": shown(await done(CALLS[command["call"]](client, args, renamed(args, OPTIONS))))}
        finally:
            await done(client.aclose() if hasattr(client, "aclose") else client.close())
    except ValueError as error:
        message = str(error).replace("api_key", "apiKey").replace("base_url", "baseUrl")
        return {"error": {"code": "refused", "message": message}}
    except noi.NoiError as error:
        shared = {"status": error.status, "code": error.code, "message": str(error), "runId": error.run_id}
        more = {"retryAfterSeconds": error.retry_after, "idempotencyKey": error.idempotency_key}
        return {"error": {"class": type(error).__name__, **shared, **more}}


async def main():
    make = {"sync": noi.Client, "async": noi.AsyncClient}[sys.argv[1]]
    for line in sys.stdin:
        print(json.dumps(await play(make, json.loads(line))), flush=True)


asyncio.run(main())
