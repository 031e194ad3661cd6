import { unzipSync } from 'fflate';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import type { RunStatus } from '../../modules/run-kinds/contract';
import { saveArtifact } from '../../modules/runs/store/artifacts';
import { call, createCustomer, createEvaluation, createSearch, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { searchFixture } from '../support/findings';
import { begin, complete, fail } from '../support/runs';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer = use(() => createCustomer(db, { credits: 20 }));

let created = 0;
const createRun = async () => (await createEvaluation(api, customer, `run-${created++}`)).body.runId;
async function readyRun(): Promise<string> {
  const runId = await createRun();
  await complete(db, runId, sampleFindings);
  return runId;
}
const unprinted = (runId: string) =>
  db.prisma.artifact.delete({ where: { runId_name: { runId, name: 'dossierPdf' } } });
const get = <T = Record<string, unknown>>(path: string, headers: Record<string, string> = {}) =>
  call<T>(api, 'GET', `/v1/runs/${path}`, { key: customer.apiKey, headers });
const download = (path: string) => fetch(`${api.url}/v1/runs/${path}`, { headers: { 'x-api-key': customer.apiKey } });

test('serves documents unchanged, with no-store and a sandboxed content policy', async () => {
  const runId = await readyRun();
  const findings = await get(`${runId}/findings`);
  expect([findings.status, findings.body]).toEqual([200, JSON.parse(JSON.stringify(sampleFindings))]);
  const html = await get(`${runId}/dossier`);
  expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
  );
  const pdf = await get(`${runId}/dossier?format=pdf`);
  expect([pdf.headers.get('content-type'), pdf.text]).toEqual(['application/pdf', '%PDF-1.7 dossier']);
  expect(pdf.headers.get('content-disposition')).toBe(
    `inline; filename="${IDEA}.pdf"; filename*=UTF-8''${encodeURIComponent(IDEA)}.pdf`,
  );
  for (const [name, { headers }] of Object.entries({ findings, dossier: html, 'dossier?format=pdf': pdf })) {
    expect([name, headers.get('cache-control')]).toEqual([name, 'no-store']);
    expect((await get(`${runId}/${name}`, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  }
  expect((await get<RunStatus>(runId)).body).toMatchObject({
    status: 'completed',
    stage: 'done',
    cost: { amount: 13, amountMicros: 123_456, currency: 'usd' },
    findingsSchemaVersion: '1.2.0',
  });
});

test('says why a run has no documents, both before and after its end', async () => {
  const [running, failed] = [await createRun(), await createRun()];
  await begin(db, running);
  await fail(db, failed, 'findings_invalid');
  for (const suffix of ['/findings', '/dossier', '/export']) {
    const notYet = await get(running + suffix);
    expect([notYet.status, notYet.body.code]).toEqual([404, 'run_not_completed']);
    expect(notYet.headers.get('retry-after')).toBe('5');
    expect((await get(failed + suffix)).body).toMatchObject({ status: 404, code: 'artifact_unavailable' });
  }
  expect((await get(`${running}/portfolio`)).body.code).toBe('portfolio_not_applicable');
});

test('takes the dossier format from the query, then Accept, and answers 404 to unknown formats', async () => {
  const runId = await readyRun();
  for (const [accept, type] of [
    ['application/pdf', 'application/pdf'],
    ['text/html, application/pdf;q=0.5', 'text/html'],
    ['image/png', 'text/html'],
    ['text/markdown, text/html;q=0.9', 'text/markdown; charset=utf-8'],
  ] as const) {
    expect((await get(`${runId}/dossier`, { accept })).headers.get('content-type')).toContain(type);
    expect((await get(`${runId}/dossier?format=html`, { accept })).headers.get('content-type')).toContain('text/html');
  }
  for (const format of ['json', 'PDF', ''])
    expect((await get(`${runId}/dossier?format=${format}`)).body.code).toBe('format_not_available');
});

test('returns only the requested members of findings, under their own ETag', async () => {
  const runId = await readyRun();
  const whole = await get(`${runId}/findings`);
  const part = await get(`${runId}/findings?fields=verdict,%20runId`);
  expect(part.body).toEqual({ runId: whole.body.runId, verdict: whole.body.verdict });
  const etag = part.headers.get('etag')!;
  expect(etag).not.toBe(whole.headers.get('etag'));
  expect((await get(`${runId}/findings?fields=runId,verdict`, { 'if-none-match': etag })).status).toBe(304);
  for (const fields of ['verdict,score', 'constructor', ',']) {
    const { body } = await get(`${runId}/findings?fields=${fields}`);
    expect(body).toMatchObject({ status: 400, errors: [{ pointer: '?fields', code: 'unknown_field' }] });
  }
});

test('prints the PDF at its first download and never changes it, also in the export', async () => {
  const runId = await readyRun();
  await unprinted(runId);
  const bytesOf = async (suffix: string) => {
    let response!: Response;
    // On a busy machine, printing the first document can take longer than a request may wait.
    await eventually('the document', async () => (response = await download(runId + suffix)).status !== 503);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const first = await bytesOf('/dossier?format=pdf');
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  const files = unzipSync(new Uint8Array(await bytesOf('/export')));
  expect(Object.keys(files).sort()).toEqual(['dossier.html', 'dossier.pdf', 'findings.json', 'run.json']);
  expect(JSON.parse(Buffer.from(files['run.json']!).toString())).toMatchObject({ runId, status: 'completed' });
  expect(Buffer.from(files['dossier.pdf']!).equals(first)).toBe(true);
});

test('serves a portfolio with no-store, and answers 404 until its search has completed', async () => {
  const owner = await createCustomer(db, { kind: 'custom_search' });
  const { runId } = (await createSearch(api, owner, 'portfolio')).body;
  const read = () => call(api, 'GET', `/v1/runs/${runId}/portfolio`, { key: owner.apiKey });
  expect((await read()).body).toMatchObject({ status: 404, code: 'run_not_completed' });
  const { findings, portfolio } = searchFixture(5);
  await saveArtifact(db, runId, 'portfolio', Buffer.from(JSON.stringify(portfolio)));
  await complete(db, runId, findings);
  const { body, headers } = await read();
  expect([body, headers.get('cache-control')]).toEqual([portfolio, 'no-store']);
});
