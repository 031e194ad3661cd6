import createClient from 'openapi-fetch';
import type { paths } from './generated/noi';

const { NOI_API_URL: baseUrl, NOI_API_KEY: key } = process.env as Record<string, string>;
const noi = createClient<paths>({ baseUrl: baseUrl!, headers: { 'X-Api-Key': key! } });
const header = { 'Idempotency-Key': 'openapi-typescript' };
const create = (idea: string) => noi.POST('/v1/sandbox/evaluations', { params: { header }, body: { idea } });

const created = await create('A weekly letter on heat pump policy for installers');
if (!created.data) throw new Error(created.error.code);
const path = { id: created.data.runId };

let { status } = created.data;
while (status === 'queued' || status === 'running') {
  const run = await noi.GET('/v1/runs/{id}', { params: { path, header: { Prefer: 'wait=20' } } });
  if (!run.data) throw new Error('no run');
  status = run.data.status;
}

const findings = await noi.GET('/v1/runs/{id}/findings', { params: { path } });
const pdf = await noi.GET('/v1/runs/{id}/dossier', {
  params: { path, query: { format: 'pdf' } },
  parseAs: 'arrayBuffer',
});
if (!pdf.data) throw new Error(pdf.error.code);
const reused = await create('A weekly letter on another subject');

console.log(
  JSON.stringify({
    status,
    score: findings.data?.verdict.score,
    pdf: String.fromCharCode(...new Uint8Array(pdf.data).slice(0, 4)),
    conflict: reused.error?.code,
  }),
);
