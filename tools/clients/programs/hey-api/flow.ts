import { createClient } from './generated/client';
import { createSandboxEvaluation, getRun, getRunDossier, getRunFindings } from './generated/sdk.gen';

const { NOI_API_URL, NOI_API_KEY } = process.env as Record<string, string>;
const client = createClient({ baseUrl: NOI_API_URL!, auth: NOI_API_KEY! });
const create = (key: string, idea: string) =>
  createSandboxEvaluation({ client, headers: { 'Idempotency-Key': key }, body: { idea } });

const created = await create('hey-api', 'A weekly letter on heat pump policy for installers');
if (!created.data) throw new Error(created.error!.code);
const path = { id: created.data.runId };

let status: string = created.data.status;
while (status === 'queued' || status === 'running') {
  const run = await getRun({ client, path, headers: { Prefer: 'wait=20' } });
  status = run.data!.status;
}

const findings = await getRunFindings({ client, path });
const pdf = await getRunDossier({ client, path, query: { format: 'pdf' }, parseAs: 'arrayBuffer' });
const reused = await create('hey-api', 'A weekly letter on another subject');
const refused = await create('unpaid', 'A weekly letter on sandbox:no-credit');

console.log(
  JSON.stringify({
    status,
    score: findings.data?.verdict.score,
    pdf: String.fromCharCode(...new Uint8Array(pdf.data as unknown as ArrayBuffer).slice(0, 4)),
    conflict: reused.error?.code,
    unpaid: refused.error?.code,
  }),
);
