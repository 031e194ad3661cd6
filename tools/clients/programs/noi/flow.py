import json
import os

import noi

key = "noi-python"
with noi.Client(os.environ["NOI_API_KEY"], os.environ["NOI_API_URL"]) as client:
    run = client.runs.create_evaluation(
        idea="A weekly letter on heat pump policy for installers", idempotency_key=key
    ).wait()
    score = run.findings()["verdict"]["score"]
    pdf = run.dossier("pdf")[:4].decode()
    try:
        client.runs.create_evaluation(idea="A weekly letter on another subject", idempotency_key=key)
    except noi.Conflict as error:
        conflict = error.code

with noi.Client(os.environ["NOI_POOR_KEY"], os.environ["NOI_API_URL"]) as poor:
    try:
        poor.runs.create_evaluation(idea="A weekly letter on another subject")
    except noi.PaymentRequired as error:
        unpaid = error.code

print(json.dumps({"status": run.status, "score": score, "pdf": pdf, "conflict": conflict, "unpaid": unpaid}))
