"""Plays commands by the client for Python: a line of JSON in, what came of it as a line out.

Its argument says which client: ``sync`` or ``async``.
"""

import asyncio
import inspect
import json
import sys

import noi

CLIENT = {
    "baseUrl": "base_url",
    "apiKey": "api_key",
    "timeoutMs": "timeout",
    "maxRetries": "max_retries",
    "maxPauseMs": "max_pause",
    "maxBytes": "max_bytes",
}
RENAMED = {"key": "idempotency_key", "timeoutMs": "timeout", "maxRetries": "max_retries"}


def seconds(name, value):
    return value / 1000 if name.endswith("Ms") else value


async def done(value):
    """Result of either client."""
    return await value if inspect.isawaitable(value) else value


async def every(items):
    if hasattr(items, "__aiter__"):
        return [item async for item in items]
    return list(items)


async def first(items):
    if hasattr(items, "__aiter__"):
        async for item in items:
            return item
    else:
        for item in items:
            return item
    return None


def options(args, *names):
    return {RENAMED[name]: seconds(name, args[name]) for name in names if name in args}


def create(target, name):
    async def play(client, args):
        made = getattr(getattr(client, target), name)(
            **args["body"], **options(args, "key", *(["timeoutMs", "maxRetries"] if target != "webhooks" else []))
        )
        return await done(made)

    return play


async def batch(client, args):
    return [await done(made) for made in await done(client.runs.create_evaluations(args["items"], **options(args, "key")))]


async def run(client, args):
    return await done(client.runs.get(args["runId"]))


async def pdf(client, args):
    return (await done((await run(client, args)).dossier("pdf")))[:8].decode()


async def each_run(client, args):
    return [one["runId"] for one in await every(client.runs.each(**args.get("query", {})))]


async def each_opportunity(client, args):
    return [one["opportunityId"] for one in await every(client.opportunities.each(**args.get("query", {})))]


async def first_run(client, args):
    return (await first(client.runs.each()))["runId"]


def count(items):
    async def play(client, args):
        return len(await every(items(client, args)))

    return play


def simple(call):
    async def play(client, args):
        return await done(call(client, args))

    return play


async def of_run(client, args, name):
    return await done(getattr(await run(client, args), name)())


CALLS = {
    "account": simple(lambda c, a: c.account(**options(a, "timeoutMs", "maxRetries"))),
    "usage": simple(lambda c, a: c.usage()),
    "createEvaluation": create("runs", "create_evaluation"),
    "createEvaluations": batch,
    "createSearch": create("runs", "create_search"),
    "sandboxEvaluation": create("sandbox", "create_evaluation"),
    "reachDeadline": simple(lambda c, a: c.sandbox.reach_deadline(a["runId"])),
    "getRun": run,
    "wait": simple(lambda c, a: c.runs.wait(a["runId"], **options(a, "timeoutMs"))),
    "cancel": simple(lambda c, a: of_run(c, a, "cancel")),
    "findings": simple(lambda c, a: of_run(c, a, "findings")),
    "dossierPdf": pdf,
    "eachRun": each_run,
    "firstRun": first_run,
    "eachOpportunity": each_opportunity,
    "eachOrder": count(lambda c, a: c.orders.each()),
    "eachWithdrawal": count(lambda c, a: c.withdrawals.each()),
    "eachRequest": count(lambda c, a: c.requests.each(**a.get("query", {}))),
    "eachDelivery": count(lambda c, a: c.webhooks.deliveries(a["id"]).each()),
    "opportunityHtml": simple(lambda c, a: c.opportunities.dossier(a["id"], "html")),
    "opportunityPdf": simple(lambda c, a: c.opportunities.dossier(a["id"], "pdf")),
    "createWebhook": create("webhooks", "create"),
    "testWebhook": simple(lambda c, a: c.webhooks.test(a["id"])),
    "rotateWebhook": simple(lambda c, a: c.webhooks.rotate(a["id"])),
    "deleteWebhook": simple(lambda c, a: c.webhooks.delete(a["id"])),
    "verifyWebhook": simple(lambda c, a: noi.verify_webhook(a["body"], a["headers"], a["secret"])),
}


def shown(value):
    """Value as JSON has it; runs as their states."""
    if isinstance(value, list):
        return [shown(one) for one in value]
    if isinstance(value, (noi.Run, noi.AsyncRun)):
        return value.state
    return value.decode()[:8] if isinstance(value, bytes) else value


async def play(make, command):
    try:
        settings = {CLIENT[name]: seconds(name, value) for name, value in command["client"].items()}
        client = make(**settings)
        try:
            return {"value": shown(await CALLS[command["call"]](client, command["with"]))}
        finally:
            await done(client.aclose() if hasattr(client, "aclose") else client.close())
    except ValueError as error:
        return {"error": {"code": "refused", "message": str(error).replace("api_key", "apiKey").replace("base_url", "baseUrl")}}
    except noi.NoiError as error:
        return {
            "error": {
                "class": type(error).__name__,
                "status": error.status,
                "code": error.code,
                "message": str(error),
                "retryAfterSeconds": error.retry_after,
                "idempotencyKey": error.idempotency_key,
                "runId": error.run_id,
            }
        }


async def main():
    make = {"sync": noi.Client, "async": noi.AsyncClient}[sys.argv[1]]
    for line in sys.stdin:
        print(json.dumps(await play(make, json.loads(line))), flush=True)


asyncio.run(main())
