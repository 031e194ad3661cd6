import createClient from 'openapi-fetch';
import type { paths } from './noi';

const noi = createClient<paths>({
  baseUrl: process.env.NOI_URL!,
  headers: { 'X-Api-Key': process.env.NOI_API_KEY! },
});

// A new key for each idea; the same one to repeat a request whose answer was lost.
const created = await noi.POST('/v1/evaluations', {
  params: { header: { 'Idempotency-Key': 'typed-heat-pumps-1' } },
  body: { idea: 'A weekly letter on heat pump policy for installers in small towns', geography: 'Germany' },
});
if (created.error) throw new Error(`${created.error.code}: ${created.error.detail}`);
const path = { id: created.data.runId };

let status = created.data.status;
while (['queued', 'running', 'canceling'].includes(status)) {
  // Held until the run changes, 20 seconds at most.
  const run = await noi.GET('/v1/runs/{id}', { params: { path, header: { Prefer: 'wait=20' } } });
  if (run.error) throw new Error(run.error.detail);
  status = run.data!.status;
}

const findings = await noi.GET('/v1/runs/{id}/findings', { params: { path } });
if (findings.error) throw new Error(findings.error.detail);
console.log(findings.data.verdict.recommendation, findings.data.verdict.score);
