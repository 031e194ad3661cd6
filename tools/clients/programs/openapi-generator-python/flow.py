import json
import os

import noi
from noi.models.evaluation_create import EvaluationCreate

settings = noi.Configuration(host=os.environ["NOI_API_URL"], api_key={"apiKey": os.environ["NOI_API_KEY"]})
api = noi.ApiClient(settings)
sandbox, runs = noi.SandboxApi(api), noi.RunsApi(api)


def create(idea: str):
    return sandbox.create_sandbox_evaluation("openapi-generator-python", EvaluationCreate(idea=idea))


created = create("A weekly letter on heat pump policy for installers")
status = created.status
while status in ("queued", "running"):
    status = runs.get_run(created.run_id, prefer="wait=20").status
score = runs.get_run_findings(created.run_id).verdict.score
pdf = runs.get_run_dossier_without_preload_content(created.run_id, format="pdf").data[:4].decode()
conflict = None
try:
    create("A weekly letter on another subject")
except noi.ApiException as failure:
    conflict = failure.data.code
print(json.dumps({"status": status, "score": score, "pdf": pdf, "conflict": conflict}))
