import json
import os

import noi
from noi.models.evaluation_create import EvaluationCreate


def code(call) -> str:
    try:
        call()
    except noi.ApiException as failure:
        return failure.data.code
    raise AssertionError("was not refused")


settings = noi.Configuration(host=os.environ["NOI_API_URL"], api_key={"apiKey": os.environ["NOI_API_KEY"]})
api = noi.ApiClient(settings)
sandbox, runs = noi.SandboxApi(api), noi.RunsApi(api)


def create(key: str, idea: str):
    return sandbox.create_sandbox_evaluation(key, EvaluationCreate(idea=idea))


key = "openapi-generator-python"
created = create(key, "A weekly letter on heat pump policy for installers")
status = created.status
while status in ("queued", "running"):
    status = runs.get_run(created.run_id, prefer="wait=20").status

findings = runs.get_run_findings(created.run_id)
pdf = runs.get_run_dossier_without_preload_content(created.run_id, format="pdf").data
print(
    json.dumps(
        {
            "status": status,
            "score": findings.verdict.score,
            "pdf": pdf[:4].decode(),
            "conflict": code(lambda: create(key, "A weekly letter on another subject")),
            "unpaid": code(lambda: create("unpaid", "A weekly letter on sandbox:no-credit")),
        }
    )
)
