import json
import os

from newsletter_opportunity_intelligence_client import AuthenticatedClient
from newsletter_opportunity_intelligence_client.api.evaluations import create_evaluation
from newsletter_opportunity_intelligence_client.api.runs import get_run, get_run_dossier, get_run_findings
from newsletter_opportunity_intelligence_client.models import EvaluationCreate, GetRunDossierFormat


def client(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(
        base_url=os.environ["NOI_API_URL"], token=key, prefix="", auth_header_name="X-Api-Key", timeout=60
    )


noi, poor = client(os.environ["NOI_API_KEY"]), client(os.environ["NOI_POOR_KEY"])
key = "openapi-python-client"
idea = EvaluationCreate(idea="A weekly letter on heat pump policy for installers")
created = create_evaluation.sync(client=noi, body=idea, idempotency_key=key)
run_id, status = created.run_id, created.status
while status in ("queued", "running"):
    status = get_run.sync(run_id, client=noi, prefer="wait=20").status

findings = get_run_findings.sync(run_id, client=noi)
pdf = get_run_dossier.sync_detailed(run_id, client=noi, format_=GetRunDossierFormat.PDF).content
other = EvaluationCreate(idea="A weekly letter on another subject")
reused = create_evaluation.sync(client=noi, body=other, idempotency_key=key)
refused = create_evaluation.sync(client=poor, body=other, idempotency_key=key)
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
