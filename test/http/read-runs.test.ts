import { createKey } from '../../modules/accounts/store/keys';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import type { RunStatus } from '../../modules/run-kinds/contract';
import { CONTENT_OF_RUN } from '../../modules/runs/store/delete';
import { reachStage } from '../../modules/runs/store/progress';
import { retryRun } from '../../modules/runs/store/retry';
import { call, createCustomer, createEvaluation, IDEA, type Customer } from '../support/api';
import { begin, complete, fail } from '../support/runs';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer = use(() => createCustomer(db, { credits: 100 }));

let created = 0;
const createRun = async (owner: { apiKey: string } = customer) =>
  (await createEvaluation(api, owner, `run-${created++}`)).body.runId;
const get = <T = Record<string, unknown>>(path: string, headers: Record<string, string> = {}, key = customer.apiKey) =>
  call<T>(api, 'GET', path, { key, headers });
const cancel = <T = Record<string, unknown>>(runId: string, key = customer.apiKey) =>
  call<T>(api, 'POST', `/v1/runs/${runId}/cancel`, { key });

test('shows all fields of a queued run, cacheable only by its reader', async () => {
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

test('answers 304 to an ETag until the run changes', async () => {
  const runId = await createRun();
  const etag = (await get(`/v1/runs/${runId}`)).headers.get('etag')!;
  const unchanged = await get(`/v1/runs/${runId}`, { 'if-none-match': `"other", W/${etag}` });
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  await begin(db, runId);
  const changed = await get<RunStatus>(`/v1/runs/${runId}`, { 'if-none-match': etag });
  expect([changed.status, changed.body.status]).toEqual([200, 'running']);
});

describe('Prefer: wait', () => {
  test('holds the answer until the run changes, and does not wait for a finished run', async () => {
    const runId = await createRun();
    const etag = (await get(`/v1/runs/${runId}`)).headers.get('etag')!;
    let answered = false;
    const waiting = get<RunStatus>(`/v1/runs/${runId}`, { prefer: 'wait=20', 'if-none-match': etag }).finally(
      () => (answered = true),
    );
    await get(`/v1/runs/${runId}`);
    expect(answered).toBe(false);
    await begin(db, runId);
    const answer = await waiting;
    expect([answer.body.status, answer.headers.get('preference-applied')]).toEqual(['running', 'wait=20']);
    const ended = await createRun();
    await fail(db, ended, 'agent_refused');
    expect((await get<RunStatus>(`/v1/runs/${ended}`, { prefer: 'wait=30' })).body.status).toBe('failed');
  });

  test('ends in a 304 without a change, and is ignored when out of range', async () => {
    const runId = await createRun();
    const etag = (await get(`/v1/runs/${runId}`)).headers.get('etag')!;
    expect((await get(`/v1/runs/${runId}`, { prefer: 'wait=1', 'if-none-match': etag })).status).toBe(304);
    for (const prefer of ['wait=31', 'wait=1.5', 'wait', 'wait=31, wait=5', 'x=";wait=5"', 'await=5']) {
      const { status, headers } = await get(`/v1/runs/${runId}`, { prefer });
      expect([prefer, status, headers.get('preference-applied')]).toEqual([prefer, 200, null]);
    }
  });
});

test('never moves the stage of a run back, no matter which step is repeated', async () => {
  const runId = await createRun();
  await begin(db, runId);
  for (const stage of ['rendering', 'validating', 'researching'] as const) await reachStage(db, runId, stage);
  const { body } = await get<RunStatus>(`/v1/runs/${runId}`);
  expect(body).toMatchObject({ status: 'running', stage: 'rendering', progress: { done: 2, total: 3 } });
});

describe('the list of runs', () => {
  type Page = { data: RunStatus[]; nextCursor: string | null };

  test('is newest first, pages by cursor without gaps or duplicates, and filters', async () => {
    const { apiKey, ...owner } = await createCustomer(db, { credits: 10 });
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift(await createRun({ ...owner, apiKey }));
    await begin(db, ids[3]!);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = (await get<Page>(`/v1/runs?limit=3${cursor && `&cursor=${cursor}`}`, {}, apiKey)).body;
      seen.push(...page.data.map(({ runId }) => runId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
    const running = await get<Page>('/v1/runs?status=running&kind=idea_check', {}, apiKey);
    expect(running.body.data.map(({ runId }) => runId)).toEqual([ids[3]]);
  });

  test('filters by several values, also with metadata, and ignores repeated values', async () => {
    const { apiKey, ...owner } = await createCustomer(db, { credits: 3 });
    const body = { idea: 'A weekly letter on old houses', metadata: { key: 'one' } };
    const queued = (await createEvaluation(api, { apiKey }, 'queued', body)).body.runId;
    const running = (await createEvaluation(api, { apiKey }, 'running', body)).body.runId;
    await begin(db, running);
    await fail(db, await createRun({ ...owner, apiKey }), 'agent_refused');
    for (const query of [
      'status=queued,running',
      'status=queued,queued,running',
      'status=queued,running&kind=idea_check',
    ]) {
      for (const more of ['', '&metadata[key]=one']) {
        const { data } = (await get<Page>(`/v1/runs?${query}${more}`, {}, apiKey)).body;
        expect([query, data.map(({ runId }) => runId)]).toEqual([query, [running, queued]]);
      }
    }
    const second = (await createEvaluation(api, { apiKey }, 'second', body)).body.runId;
    const page = (await get<Page>('/v1/runs?status=queued,queued,queued&limit=1', {}, apiKey)).body;
    expect(page).toMatchObject({ data: [{ runId: second }], nextCursor: second });
    for (const query of ['queued,', ',', 'queued,lost', 'queued, running', 'queued&status=running']) {
      const { body: refused } = await get<{ status: number; errors?: { pointer: string }[] }>(
        `/v1/runs?status=${query}`,
        {},
        apiKey,
      );
      expect([query, refused.status, refused.errors?.[0]?.pointer]).toEqual([query, 400, '?status']);
    }
  });

  test('filters by creation time, across pages and together with other filters', async () => {
    const { apiKey } = await createCustomer(db);
    const body = { idea: 'A weekly letter on old houses', metadata: { key: 'all' } };
    const create = async (key: string) => (await createEvaluation(api, { apiKey }, key, body)).body.runId;
    const old = await create('old');
    const moment = Date.now();
    // IDs sort by the millisecond of their creation, so wait for the next one.
    while (Date.now() === moment);
    const [first, second] = [await create('first'), await create('second')];
    const idsOf = async (query: string) =>
      (await get<Page>(`/v1/runs?${query}`, {}, apiKey)).body.data.map(({ runId }) => runId);
    const at = encodeURIComponent(new Date(moment + 1).toISOString());
    for (const more of ['', '&status=queued', '&metadata[key]=all']) {
      expect(await idsOf(`created_after=${at}${more}`)).toEqual([second, first]);
      expect(await idsOf(`created_before=${at}${more}`)).toEqual([old]);
      expect(await idsOf(`created_after=${at}&limit=1&cursor=${second}${more}`)).toEqual([first]);
    }
  });
});

describe('canceling a run', () => {
  test('is 202, also while canceling, signals the workflow once, and is 409 after the end', async () => {
    const runId = await createRun();
    const before = api.delivered.length;
    await get(`/v1/runs/${runId}`);
    const [first, second] = [await cancel<RunStatus>(runId), await cancel(runId)];
    expect((await get<RunStatus>(`/v1/runs/${runId}`)).body.status).toBe('canceling');
    expect([first.status, first.body.status, second.status]).toEqual([202, 'canceling', 202]);
    const messages = api.delivered.slice(before).map(({ message }) => message);
    expect(messages).toMatchObject([{ workflowId: `evaluation/${runId}`, signal: 'cancelRequested' }]);
    const finished = await createRun();
    await complete(db, finished, sampleFindings);
    const late = await cancel(finished);
    expect([late.status, late.body.code]).toEqual([409, 'run_already_finished']);
  });
});

describe('deleting a run', () => {
  const remove = (runId: string, key = customer.apiKey) => call(api, 'DELETE', `/v1/runs/${runId}`, { key });
  const listed = async (query: string) =>
    (await get<{ data: RunStatus[] }>(`/v1/runs?${query}`)).body.data.map(({ runId }) => runId);

  test('hides an ended run everywhere and erases its content', async () => {
    const { runId } = (
      await createEvaluation(api, customer, `run-${created++}`, { idea: IDEA, metadata: { project: 'secret' } })
    ).body;
    await complete(db, runId, sampleFindings);
    expect((await get(`/v1/runs/${runId}`)).status).toBe(200);
    expect(await remove(runId)).toMatchObject({ status: 204, text: '' });
    for (const path of ['', '/findings', '/dossier', '/export'])
      expect([path, (await get(`/v1/runs/${runId}${path}`)).body.code]).toEqual([path, 'run_not_found']);
    for (const query of ['', 'status=completed', 'metadata[project]=secret'])
      expect(await listed(query)).not.toContain(runId);
    expect((await remove(runId)).body.code).toBe('run_not_found');
    const { input, metadata, status, costMicros } = await db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    expect({ input, metadata, status, costMicros }).toEqual({
      input: {},
      metadata: {},
      status: 'completed',
      costMicros: 123_456,
    });
    for (const table of CONTENT_OF_RUN) {
      const { rowCount } = await db.pool.query(`SELECT 1 FROM ${table} WHERE run_id = $1`, [runId]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
  });

  test('is 409 while the run is in progress, and 403 without the scope that starts such runs', async () => {
    const runId = await createRun();
    expect((await remove(runId)).body.code).toBe('run_not_finished');
    expect((await get<RunStatus>(`/v1/runs/${runId}`)).body.status).toBe('queued');
    await fail(db, runId, 'agent_refused');
    const { secret } = await createKey(db, {
      ...customer,
      name: 'searches',
      mode: 'live',
      scopes: ['searches:create'],
    });
    expect((await remove(runId, secret)).body.code).toBe('insufficient_scope');
    expect((await remove(runId)).status).toBe(204);
    await expect(retryRun(db, runId, {} as never)).rejects.toMatchObject({ code: 'run_not_found' });
  });
});

describe('metadata', () => {
  const start = async (owner: Customer, metadata: Record<string, string>) =>
    (await createEvaluation(api, owner, `run-${created++}`, { idea: IDEA, metadata })).body.runId;
  const found = async ({ apiKey }: Customer, query: string) =>
    (await get<{ data: RunStatus[] }>(`/v1/runs?${query}`, {}, apiKey)).body.data.map(({ runId }) => runId);

  test('comes back unchanged, and filters runs together with status and kind', async () => {
    const owner = await createCustomer(db, { credits: 10 });
    const metadata = { customer: 'acme', empty: '', 日本: '語 😀', constructor: 'y', 'a[b]': '"quoted" \\ text' };
    const acme = [await start(owner, metadata), await start(owner, { customer: 'acme', batch: 'odd' })].reverse();
    await start(owner, { customer: 'other', batch: 'odd' });
    expect((await get<RunStatus>(`/v1/runs/${acme[1]}`, {}, owner.apiKey)).body.metadata).toEqual(metadata);
    expect(await found(owner, 'metadata[customer]=acme&status=queued&kind=idea_check')).toEqual(acme);
    expect(await found(owner, 'metadata%5Bcustomer%5D=acme&metadata[batch]=odd')).toEqual([acme[0]]);
    expect(await found(owner, 'metadata[constructor]=y')).toEqual([acme[1]]);
    for (const none of ['metadata[customer]=ACME', 'metadata[customer]=acme&status=failed'])
      expect(await found(owner, none)).toEqual([]);
    const usage = await get('/v1/usage?metadata[customer]=acme', {}, owner.apiKey);
    expect(usage.body).toMatchObject({ metadata: { customer: 'acme' }, runs: { byStatus: { queued: 2 } } });
  });
});
