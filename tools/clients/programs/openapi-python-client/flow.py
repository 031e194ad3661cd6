import json
import os

from newsletter_opportunity_intelligence_client import AuthenticatedClient
from newsletter_opportunity_intelligence_client.api.runs import get_run, get_run_dossier, get_run_findings
from newsletter_opportunity_intelligence_client.api.sandbox import create_sandbox_evaluation
from newsletter_opportunity_intelligence_client.models import EvaluationCreate, GetRunDossierFormat


noi = AuthenticatedClient(
    base_url=os.environ["NOI_API_URL"],
    token=os.environ["NOI_API_KEY"],
    prefix="",
    auth_header_name="X-Api-Key",
    timeout=60,
)


def create(key: str, idea: str):
    return create_sandbox_evaluation.sync(client=noi, body=EvaluationCreate(idea=idea), idempotency_key=key)


created = create("openapi-python-client", "A weekly letter on heat pump policy for installers")
run_id, status = created.run_id, created.status
while status in ("queued", "running"):
    status = get_run.sync(run_id, client=noi, prefer="wait=20").status

findings = get_run_findings.sync(run_id, client=noi)
pdf = get_run_dossier.sync_detailed(run_id, client=noi, format_=GetRunDossierFormat.PDF).content
reused = create("openapi-python-client", "A weekly letter on another subject")
refused = create("unpaid", "A weekly letter on sandbox:no-credit")
print(
    json.dumps(
        {
            "status": str(status),
            "score": findings.verdict.score,
            "pdf": pdf[:4].decode(),
            "conflict": reused.code,
            "unpaid": refused.code,
        }
    )
)
