import json
import os

import noi
from noi.models.evaluation_create import EvaluationCreate


def client(key: str) -> noi.ApiClient:
    settings = noi.Configuration(host=os.environ["NOI_API_URL"], api_key={"apiKey": key})
    return noi.ApiClient(settings)


def code(call) -> str:
    try:
        call()
    except noi.ApiException as failure:
        return failure.data.code
    raise AssertionError("was not refused")


api = client(os.environ["NOI_API_KEY"])
evaluations, runs = noi.EvaluationsApi(api), noi.RunsApi(api)
poor = noi.EvaluationsApi(client(os.environ["NOI_POOR_KEY"]))
key = "openapi-generator-python"
created = evaluations.create_evaluation(key, EvaluationCreate(idea="A weekly letter on heat pump policy for installers"))
status = created.status
while status in ("queued", "running"):
    status = runs.get_run(created.run_id, prefer="wait=20").status

findings = runs.get_run_findings(created.run_id)
pdf = runs.get_run_dossier_without_preload_content(created.run_id, format="pdf").data
other = EvaluationCreate(idea="A weekly letter on another subject")
print(
    json.dumps(
        {
            "status": status,
            "score": findings.verdict.score,
            "pdf": pdf[:4].decode(),
            "conflict": code(lambda: evaluations.create_evaluation(key, other)),
            "unpaid": code(lambda: poor.create_evaluation(key, other)),
        }
    )
)
