import json
import os

import noi

key = "noi-python"
with noi.Client(os.environ["NOI_API_KEY"], os.environ["NOI_API_URL"]) as client:
    create = client.sandbox.create_evaluation
    run = create(idea="A weekly letter on heat pump policy for installers", idempotency_key=key).wait()
    score = run.findings()["verdict"]["score"]
    pdf = run.dossier("pdf")[:4].decode()
    try:
        create(idea="A weekly letter on another subject", idempotency_key=key)
    except noi.Conflict as error:
        conflict = error.code
    try:
        create(idea="A weekly letter on sandbox:no-credit")
    except noi.PaymentRequired as error:
        unpaid = error.code

print(json.dumps({"status": run.status, "score": score, "pdf": pdf, "conflict": conflict, "unpaid": unpaid}))
