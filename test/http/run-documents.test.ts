import { unzipSync } from 'fflate';
import { sampleFindings } from '../../contracts/sample-findings';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { eventually } from '../support/eventually';
import { complete } from '../support/run-states';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer = use(() => createCustomer(db, { credits: 10 }));

let created = 0;
const createRun = async () => (await createEvaluation(api, customer, `run-${created++}`)).body.runId;

test('the PDF is printed at its first download and stays the same, byte for byte, also in the export', async () => {
  const runId = await createRun();
  await complete(db, runId, sampleFindings);
  await db.prisma.artifact.delete({ where: { runId_name: { runId, name: 'dossierPdf' } } });
  const bytesOf = async (suffix: string) => {
    let response!: Response;
    // A busy machine prints its first document for longer than a caller waits, who then asks again.
    await eventually('the document', async () => {
      response = await fetch(`${api.url}/v1/runs/${runId}${suffix}`, { headers: { 'x-api-key': customer.apiKey } });
      return response.status !== 503;
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const [first, meanwhile] = await Promise.all([bytesOf('/dossier?format=pdf'), bytesOf('/dossier?format=pdf')]);
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  const files = unzipSync(new Uint8Array(await bytesOf('/export')));
  for (const again of [meanwhile, await bytesOf('/dossier?format=pdf'), Buffer.from(files['dossier.pdf']!)]) {
    expect(again.equals(first)).toBe(true);
  }
});

test('an export whose PDF takes longer than a caller waits is 503 with the time to ask again, and is there by then', async () => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let prints = 0;
  const pdf = async () => {
    prints++;
    await opened;
    return Buffer.from('%PDF-1.7 slow');
  };
  const slow = await startApi(db, { printer: { pdf } });
  try {
    const runId = await createRun();
    await complete(db, runId, sampleFindings);
    await db.prisma.artifact.delete({ where: { runId_name: { runId, name: 'dossierPdf' } } });
    const late = await call<{ code: string; retryable: boolean }>(slow, 'GET', `/v1/runs/${runId}/export`, {
      key: customer.apiKey,
    });
    expect(late).toMatchObject({ status: 503, body: { code: 'service_unavailable', retryable: true } });
    expect(late.headers.get('retry-after')).toBe('2');
    open();
    await eventually(
      'the PDF is kept',
      async () => (await db.prisma.artifact.count({ where: { runId, name: 'dossierPdf' } })) === 1,
    );
    const response = await fetch(`${slow.url}/v1/runs/${runId}/export`, { headers: { 'x-api-key': customer.apiKey } });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect([response.status, Buffer.from(files['dossier.pdf']!).toString(), prints]).toEqual([200, '%PDF-1.7 slow', 1]);
  } finally {
    open();
    await slow.close();
  }
});

test('the export is one archive of the status and all documents', async () => {
  const runId = await createRun();
  await complete(db, runId, sampleFindings);
  const response = await fetch(`${api.url}/v1/runs/${runId}/export`, { headers: { 'x-api-key': customer.apiKey } });
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files).sort()).toEqual(['dossier.html', 'dossier.pdf', 'findings.json', 'run.json']);
  expect(JSON.parse(Buffer.from(files['run.json']!).toString())).toMatchObject({ runId, status: 'completed' });
});
