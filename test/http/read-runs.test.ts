import { generateApiKey } from '../../contracts/api-key';
import { newId } from '../../contracts/ids';
import type { RunStatus } from '../../contracts/runs';
import { sampleFindings } from '../../contracts/sample-findings';
import { createKey } from '../../store/keys/create-key';
import { reachStage } from '../../store/runs/reach-stage';
import { call, createCustomer, createEvaluation, IDEA } from '../support/api';
import { begin, complete, fail } from '../support/run-states';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer = use(() => createCustomer(db, { credits: 100 }));

let created = 0;
const createRun = async (owner = customer) => (await createEvaluation(api, owner, `run-${created++}`)).body.runId;
const get = <T = Record<string, unknown>>(path: string, headers: Record<string, string> = {}, owner = customer) =>
  call<T>(api, 'GET', path, { key: owner.apiKey, headers });

test('a queued run shows all of its fields', async () => {
  const runId = await createRun();
  const { status, body, headers } = await get<RunStatus>(`/v1/runs/${runId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    runId,
    kind: 'idea_check',
    status: 'queued',
    stage: 'queued',
    progress: { done: 0, total: 3 },
    workflowId: `evaluation/${runId}`,
    startedAt: null,
    deadlineAt: null,
    cost: null,
    failure: null,
    entitlementRestored: false,
    links: { findings: `/v1/runs/${runId}/findings`, portfolio: null },
  });
  expect(headers.get('cache-control')).toBe('private, no-cache');
});

test('an ETag answers 304 until the run changes', async () => {
  const runId = await createRun();
  const etag = (await get(`/v1/runs/${runId}`)).headers.get('etag')!;

  const unchanged = await get(`/v1/runs/${runId}`, { 'if-none-match': `"other", W/${etag}` });
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);

  await begin(db, runId);
  const changed = await get<RunStatus>(`/v1/runs/${runId}`, { 'if-none-match': etag });
  expect([changed.status, changed.body.status]).toEqual([200, 'running']);
  expect(changed.headers.get('etag')).not.toBe(etag);
});

test('Prefer: wait holds the answer until the run changes, and answers at once for a finished one', async () => {
  const runId = await createRun();
  const etag = (await get(`/v1/runs/${runId}`)).headers.get('etag')!;
  let answered = false;
  const waiting = get<RunStatus>(`/v1/runs/${runId}`, { prefer: 'wait=20', 'if-none-match': etag }).finally(
    () => (answered = true),
  );
  // Other requests are answered while it waits.
  await get(`/v1/runs/${runId}`);
  expect(answered).toBe(false);

  const begun = Date.now();
  await begin(db, runId);
  const answer = await waiting;
  expect(answer.body.status).toBe('running');
  expect(answer.headers.get('preference-applied')).toBe('wait=20');
  // Woken by the notification, far sooner than after its 20 s.
  expect(Date.now() - begun).toBeLessThan(20_000);

  await fail(db, await createRun(), 'agent_refused');
  const ended = await createRun();
  await fail(db, ended, 'agent_refused');
  expect((await get<RunStatus>(`/v1/runs/${ended}`, { prefer: 'wait=30' })).body.status).toBe('failed');
});

test('a wait that ends without a change is 304, and one that cannot be honoured is ignored (RFC 7240)', async () => {
  const runId = await createRun();
  const etag = (await get(`/v1/runs/${runId}`)).headers.get('etag')!;
  expect((await get(`/v1/runs/${runId}`, { prefer: 'wait=1', 'if-none-match': etag })).status).toBe(304);
  for (const prefer of [
    'wait=31',
    'wait=-1',
    'wait=1.5',
    'wait=',
    'wait',
    'wait=31, wait=5',
    'x=";wait=5"',
    'await=5',
  ]) {
    const answer = await get(`/v1/runs/${runId}`, { prefer });
    expect([prefer, answer.status, answer.headers.get('preference-applied')]).toEqual([prefer, 200, null]);
  }
});

test("another account's run, another mode's run and a run that never was are equally not found, everywhere", async () => {
  const runId = await createRun();
  await complete(db, runId, sampleFindings);
  const stranger = await createCustomer(db);
  const { secret } = await createKey(db, {
    accountId: customer.accountId,
    name: 'test',
    mode: 'test',
    scopes: ['runs:read', 'findings:read', 'dossiers:read', 'evaluations:create'],
  });
  const testKey = { ...customer, apiKey: secret };
  for (const suffix of ['', '/findings', '/dossier', '/dossier?format=pdf', '/portfolio', '/export']) {
    for (const [owner, id] of [
      [stranger, runId],
      [testKey, runId],
      [customer, newId('run')],
      [customer, 'run_'],
      [customer, '..%2f..'],
      [customer, '%00'],
    ] as const) {
      const answer = await get(`/v1/runs/${id}${suffix}`, {}, owner);
      expect([suffix, id, answer.status, answer.body.code]).toEqual([suffix, id, 404, 'run_not_found']);
    }
  }
  for (const owner of [stranger, testKey]) {
    const cancel = await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key: owner.apiKey });
    expect([cancel.status, cancel.body.code]).toEqual([404, 'run_not_found']);
    expect((await get<{ data: [] }>('/v1/runs', {}, owner)).body.data).toEqual([]);
  }
});

test('documents of a completed run are served unchanged, not to be stored, and a browser may only show them', async () => {
  const runId = await createRun();
  await complete(db, runId, sampleFindings);

  const findings = await get(`/v1/runs/${runId}/findings`);
  expect([findings.status, findings.body]).toEqual([200, JSON.parse(JSON.stringify(sampleFindings))]);
  expect(findings.headers.get('cache-control')).toBe('no-store');

  const html = await get(`/v1/runs/${runId}/dossier`);
  expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
  );
  expect(html.headers.get('x-content-type-options')).toBe('nosniff');
  expect(html.headers.get('cache-control')).toBe('no-store');

  const pdf = await get(`/v1/runs/${runId}/dossier?format=pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toBe(
    `inline; filename="${IDEA}.pdf"; filename*=UTF-8''${encodeURIComponent(IDEA)}.pdf`,
  );
  expect(pdf.headers.get('content-security-policy')).toBeNull();
  expect(pdf.text).toBe('%PDF-1.7 dossier');

  const status = (await get<RunStatus>(`/v1/runs/${runId}`)).body;
  expect(status).toMatchObject({
    status: 'completed',
    stage: 'done',
    progress: { done: 3, total: 3 },
    cost: { amount: 13, amountMicros: 123_456, currency: 'usd' },
    findingsSchemaVersion: '1.2.0',
  });
});

test('a run without documents says why, before and after its end', async () => {
  const running = await createRun();
  await begin(db, running);
  const failed = await createRun();
  await fail(db, failed, 'findings_invalid');
  for (const suffix of ['/findings', '/dossier', '/export']) {
    const notYet = await get(`/v1/runs/${running}${suffix}`);
    expect([notYet.status, notYet.body.code]).toEqual([404, 'run_not_completed']);
    expect(notYet.headers.get('retry-after')).toBe('5');
    const never = await get(`/v1/runs/${failed}${suffix}`);
    expect([never.status, never.body.code]).toEqual([404, 'artifact_unavailable']);
  }
  expect((await get(`/v1/runs/${running}/portfolio`)).body.code).toBe('portfolio_not_applicable');
  const status = (await get<RunStatus>(`/v1/runs/${failed}`)).body;
  expect(status).toMatchObject({
    status: 'failed',
    stage: 'researching',
    entitlementRestored: true,
    failure: { code: 'findings_invalid', retryable: true },
  });
  expect(status.failureReason).toBe(status.failure!.message);
});

test.each(['json', 'PDF', '', 'html&format=pdf', 'a%00b'])('the dossier in the format "%s" is 404', async (format) => {
  const runId = await createRun();
  await complete(db, runId, sampleFindings);
  const answer = await get(`/v1/runs/${runId}/dossier?format=${format}`);
  expect(answer.status).toBe(format === 'a%00b' ? 400 : 404);
  expect(answer.body.code).toBe(format === 'a%00b' ? 'invalid_request' : 'format_not_available');
});

test('the stage of a run never goes back, whichever step is repeated', async () => {
  const runId = await createRun();
  await begin(db, runId);
  for (const stage of ['rendering', 'validating', 'researching'] as const) await reachStage(db, runId, stage);
  const { body } = await get<RunStatus>(`/v1/runs/${runId}`);
  expect(body).toMatchObject({ status: 'running', stage: 'rendering', progress: { done: 2, total: 3 } });
});

test('a failed run gives back a new credit, once', async () => {
  const owner = await createCustomer(db, { credits: 1 });
  const runId = await createRun(owner);
  await fail(db, runId, 'agent_unavailable');
  await fail(db, runId, 'agent_unavailable');
  const credits = await db.prisma.entitlement.findMany({
    where: { accountId: owner.accountId },
    orderBy: { id: 'asc' },
  });
  expect(credits.map(({ status, source, sourceId }) => [status, source, sourceId])).toEqual([
    ['consumed', 'grant', null],
    ['unused', 'run_failure', runId],
  ]);
});

test('the list is newest first, pages by cursor without gap or repetition, and filters', async () => {
  const owner = await createCustomer(db, { credits: 10 });
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) ids.unshift(await createRun(owner));
  await begin(db, ids[3]!);

  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    type Page = { data: RunStatus[]; nextCursor: string | null };
    const page: Page = (await get<Page>(`/v1/runs?limit=3${cursor ? `&cursor=${cursor}` : ''}`, {}, owner)).body;
    seen.push(...page.data.map((run) => run.runId));
    cursor = page.nextCursor;
  } while (cursor);

  expect(seen).toEqual(ids);
  const running = await get<{ data: RunStatus[] }>('/v1/runs?status=running&kind=idea_check', {}, owner);
  expect(running.body.data.map((run) => run.runId)).toEqual([ids[3]]);
});

test.each([
  ['limit=0', '?limit'],
  ['limit=101', '?limit'],
  ['limit=x', '?limit'],
  ['limit=', '?limit'],
  ['limit=1.5', '?limit'],
  ['limit=1&limit=2', '?limit'],
  ['cursor=x', '?cursor'],
  ['status=unknown', '?status'],
  ['kind=scan', '?kind'],
  ['nonsense=1', '?nonsense'],
])('the list refuses ?%s and names it', async (query, pointer) => {
  const answer = await get<{ code: string; errors: { pointer: string }[] }>(`/v1/runs?${query}`);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
});

test('cancel: 202 and again 202 while canceling, one message to the workflow, 409 once it has ended', async () => {
  const runId = await createRun();
  const before = api.delivered.length;
  const first = await call<RunStatus>(api, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey });
  const second = await call<RunStatus>(api, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey });
  expect([first.status, first.body.status, second.status]).toEqual([202, 'canceling', 202]);
  const messages = api.delivered.slice(before).map(({ message }) => message);
  expect(messages).toMatchObject([{ workflowId: `evaluation/${runId}`, signal: 'cancelRequested' }]);

  const finished = await createRun();
  await complete(db, finished, sampleFindings);
  const late = await call(api, 'POST', `/v1/runs/${finished}/cancel`, { key: customer.apiKey });
  expect([late.status, late.body.code]).toEqual([409, 'run_already_finished']);
});

test('cancel needs the scope that creates runs of this kind', async () => {
  const runId = await createRun();
  const reader = await createKey(db, {
    accountId: customer.accountId,
    name: 'reader',
    mode: 'live',
    scopes: ['runs:read'],
  });
  const answer = await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key: reader.secret });
  expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
});

test('a key that could be one of ours but is not finds nothing', async () => {
  const answer = await call(api, 'GET', '/v1/runs', { key: generateApiKey('live') });
  expect(answer.status).toBe(401);
});
