import { createSandboxEvaluation, getRun, getRunDossier, getRunFindings } from './generated/noi';

const create = (key: string, idea: string) =>
  createSandboxEvaluation({ idea }, { headers: { 'Idempotency-Key': key } });

const created = await create('orval', 'A weekly letter on heat pump policy for installers');
if (created.status !== 202) throw new Error(`answered ${created.status}`);
const { runId } = created.data;

let status: string = created.data.status;
while (status === 'queued' || status === 'running') {
  const run = await getRun(runId, { headers: { Prefer: 'wait=20' } });
  if (run.status !== 200) throw new Error(`answered ${run.status}`);
  status = run.data.status;
}

const findings = await getRunFindings(runId);
const pdf = await getRunDossier(runId, { format: 'pdf' });
const reused = await create('orval', 'A weekly letter on another subject');
const refused = await create('unpaid', 'A weekly letter on sandbox:no-credit');

console.log(
  JSON.stringify({
    status,
    score: findings.status === 200 ? findings.data.verdict.score : null,
    pdf: (await (pdf.data as unknown as Blob).text()).slice(0, 4),
    conflict: reused.status === 409 ? reused.data.code : null,
    unpaid: refused.status === 402 ? refused.data.code : null,
  }),
);
