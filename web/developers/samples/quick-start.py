import os

import noi

with noi.Client(os.environ["NOI_API_KEY"], os.environ["NOI_API_URL"]) as client:
    # With a live key: client.runs.create_evaluation, which uses a credit.
    run = client.sandbox.create_evaluation(
        idea="A weekly letter on heat pump policy for installers in small towns",
        geography="Germany",
        # Use a new key for each idea, and the same key to repeat a lost request.
        idempotency_key="python-heat-pumps-1",
    ).wait()

    verdict = run.findings()["verdict"]
    print(verdict["recommendation"], verdict["score"])
    with open("dossier.pdf", "wb") as file:
        file.write(run.dossier("pdf"))
