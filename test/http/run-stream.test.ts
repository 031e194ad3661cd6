import { createKey } from '../../store/keys/create-key';
import { revokeKey } from '../../store/keys/revoke-key';
import { sampleFindings } from '../../contracts/sample-findings';
import { beginRun } from '../../store/runs/begin-run';
import { endRun } from '../../store/runs/end-run';
import { recordCheck } from '../../store/runs/record-check';
import { recordPlan } from '../../store/runs/record-plan';
import { saveArtifact } from '../../store/runs/save-artifact';
import { saveCandidateFindings } from '../../store/runs/save-candidate-documents';
import { settleCandidate } from '../../store/runs/settle-candidate';
import { completeRun } from '../../store/runs/complete-run';
import { addEntry, readTimeline } from '../../store/runs/timeline';
import { samplePlan } from '../../stand-ins/agents/sample-plan';
import {
  call,
  createCustomer,
  createEvaluation,
  forgetEverywhere,
  SEARCH,
  startApi,
  type Customer,
} from '../support/api';
import { eventually } from '../support/eventually';
import { openEvents, type StreamEvent } from '../support/event-stream';
import { begin, complete, fail } from '../support/run-states';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer = use(() => createCustomer(db, { credits: 100 }));

let created = 0;
const createRun = async () => (await createEvaluation(api, customer, `stream-${created++}`)).body.runId;

const eventsOf = (id: string, { after, key = customer.apiKey, url = api.url }: Partial<Asked> = {}) =>
  openEvents(`${url}/v1/runs/${id}`, { 'x-api-key': key, ...(after !== undefined && { 'last-event-id': after }) });

interface Asked {
  after: string;
  key: string;
  url: string;
}

const named = (events: readonly StreamEvent[]) => events.map(({ event }) => event);
const dataOf = (event: StreamEvent) => JSON.parse(event.data) as Record<string, unknown>;
const own = (runId: string) => ({ runId, candidateId: null });
const reading = (pages: number) => ({ key: '', kind: 'reading', detail: { searches: 2, pages } }) as const;

const CHECK = {
  result: 'sent_back',
  flaws: 2,
  pages: 7,
  sites: ['example.com'],
  quotations: { cited: 9, found: 6 },
  competitors: 4,
} as const;

/** A search under way with a plan of three, and whose it is. */
async function plannedSearch(): Promise<{ runId: string; owner: Customer }> {
  const owner = await createCustomer(db, { kind: 'custom_search' });
  const input = { ...SEARCH, candidateCount: 3 };
  const { body } = await call<{ runId: string }>(api, 'POST', '/v1/searches', {
    key: owner.apiKey,
    body: input,
    headers: { 'idempotency-key': 'search' },
  });
  const { runId } = body;
  await beginRun(db, runId, 60_000);
  await recordPlan(db, runId, samplePlan(input).candidates);
  const scored = Buffer.from(JSON.stringify({ verdict: { score: 72 } }));
  for (const id of ['c1', 'c2']) await saveCandidateFindings(db, runId, id, scored);
  forgetEverywhere(runId);
  return { runId, owner };
}

test('a run is streamed: its status, what happens in it, and its end', async () => {
  const id = await createRun();
  const events = await eventsOf(id);
  expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const first = (await events.next())!;
  expect([first.event, dataOf(first).status]).toEqual(['status', 'queued']);
  await begin(db, id);
  const entered = (await events.next())!;
  expect([entered.event, entered.id, dataOf(entered)]).toEqual([
    'activity',
    '1',
    { at: expect.any(String), kind: 'stage', candidateId: null, stage: 'researching' },
  ]);
  expect(dataOf((await events.next())!).status).toBe('running');
  await addEntry(db.pool, own(id), reading(3));
  expect(dataOf((await events.next())!)).toMatchObject({ kind: 'reading', searches: 2, pages: 3 });
  await recordCheck(db, { ...own(id), toolUseId: 'tool', flaws: [{ pointer: '/a', detail: 'b' }], told: CHECK });
  expect(dataOf((await events.next())!)).toMatchObject({ kind: 'check', ...CHECK });
  await complete(db, id, sampleFindings);
  const rest = await events.rest();
  expect(dataOf(rest.at(-2)!)).toMatchObject({ runId: id, status: 'completed' });
  expect([rest.at(-1)!.event, dataOf(rest.at(-1)!)]).toEqual(['end', { runId: id, status: 'completed' }]);
  expect(rest.map((event) => Number(event.id))).toEqual(
    rest.map((event) => Number(event.id)).toSorted((a, b) => a - b),
  );
});

test('a stream goes on behind the last event that its reader has, with the status as it is', async () => {
  const id = await createRun();
  await complete(db, id, sampleFindings);
  const all = await (await eventsOf(id)).rest();
  expect(named(all)).toEqual(['activity', 'activity', 'activity', 'status', 'end']);
  const rest = await (await eventsOf(id, { after: '2' })).rest();
  expect(named(rest)).toEqual(['activity', 'status', 'end']);
  expect(rest[0]!.id).toBe('3');
  expect(named(await (await eventsOf(id, { after: '3' })).rest())).toEqual(['status', 'end']);
});

test('a Last-Event-ID that is none begins at the start, and one from another run hides nothing that is to come', async () => {
  const id = await createRun();
  await begin(db, id);
  const strange = await eventsOf(id, { after: "1'; DROP TABLE runs" });
  expect((await strange.next())!.event).toBe('activity');
  strange.close();
  const ahead = await eventsOf(id, { after: '999999999' });
  expect((await ahead.next())!.event).toBe('status');
  await addEntry(db.pool, own(id), reading(1));
  expect(dataOf((await ahead.next())!)).toMatchObject({ kind: 'reading', pages: 1 });
  ahead.close();
});

test('what a session reads is one entry that moves on, and what is told twice is told once', async () => {
  const id = await createRun();
  await begin(db, id);
  for (const pages of [1, 1, 5]) await addEntry(db.pool, own(id), reading(pages));
  await recordCheck(db, { ...own(id), toolUseId: 'tool', flaws: [], told: CHECK });
  await recordCheck(db, { ...own(id), toolUseId: 'tool', flaws: [], told: CHECK });
  const entries = await readTimeline(db, { id, status: 'running' });
  expect(entries.map(({ kind }) => kind)).toEqual(['stage', 'reading', 'check']);
  expect(entries[1]!.detail).toEqual({ searches: 2, pages: 5 });
});

test('entries that come at the same time have numbers of their own, and an ended run takes none', async () => {
  const id = await createRun();
  await begin(db, id);
  const tell = (toolUseId: string) => recordCheck(db, { ...own(id), toolUseId, flaws: [], told: CHECK });
  await Promise.all(Array.from({ length: 12 }, (_, i) => tell(`tool-${i}`)));
  const entries = await readTimeline(db, { id, status: 'running' });
  expect(new Set(entries.map(({ entry }) => entry)).size).toBe(13);
  await endRun(db, id, 'failed', 'agent_refused', null);
  await tell('late');
  expect(await readTimeline(db, { id, status: 'failed' })).toHaveLength(13);
});

test('candidates come as they are settled, and their scores once the run has completed', async () => {
  const { runId, owner } = await plannedSearch();
  const events = await eventsOf(runId, { key: owner.apiKey });
  const before = [(await events.next())!, (await events.next())!, (await events.next())!];
  expect(before.map((event) => dataOf(event).kind)).toEqual(['stage', 'plan', 'custom_search']);
  await settleCandidate(db, runId, 'c1', { reason: null, costMicros: 1 });
  const settled = (await events.next())!;
  expect([settled.event, dataOf(settled)]).toMatchObject([
    'candidate',
    { candidateId: 'c1', status: 'passed', reason: null, score: null },
  ]);
  await settleCandidate(db, runId, 'c2', { reason: null, costMicros: 1 });
  await settleCandidate(db, runId, 'c3', { reason: 'agent_refused', costMicros: 1 });
  for (const name of ['findings', 'dossierHtml', 'portfolio'] as const) {
    await saveArtifact(db, runId, name, Buffer.from('{}'));
  }
  await completeRun(db, runId, 1);
  const rest = await events.rest();
  const scores = rest.filter(({ event, id }) => event === 'candidate' && id === undefined).map(dataOf);
  expect(scores).toMatchObject([
    { candidateId: 'c1', score: 72 },
    { candidateId: 'c2', score: 72 },
    { candidateId: 'c3', score: null, reason: 'The research agent declined this candidate.' },
  ]);
  const live = rest.filter(({ event, id }) => event === 'candidate' && id !== undefined).map(dataOf);
  expect(live.map(({ score }) => score)).toEqual([null, null]);
});

test('a run that fails never tells a score: nobody paid for it', async () => {
  const { runId, owner } = await plannedSearch();
  await settleCandidate(db, runId, 'c1', { reason: null, costMicros: 1 });
  await endRun(db, runId, 'failed', 'too_few_candidates', 1);
  forgetEverywhere(runId);
  const events = await (await eventsOf(runId, { key: owner.apiKey })).rest();
  expect(events.filter(({ event }) => event === 'candidate').map((event) => dataOf(event).score)).toEqual([null]);
  const values: unknown[] = [];
  for (const { data } of events) JSON.parse(data, (_, value: unknown) => (values.push(value), value));
  expect(values).toContain('too_few_candidates');
  expect(values).not.toContain(72);
});

test('a stream is its account’s, and needs the scope to read runs', async () => {
  const id = await createRun();
  const stranger = await createCustomer(db);
  expect((await eventsOf(id, { key: stranger.apiKey })).status).toBe(404);
  const other = await createCustomer(db, { scopes: ['evaluations:create'] });
  expect((await eventsOf(id, { key: other.apiKey })).status).toBe(403);
  expect((await eventsOf(id, { key: 'none' })).status).toBe(401);
});

test('a stream ends when its key is revoked, and shows nothing that happened afterwards', async () => {
  const id = await createRun();
  const { accountId } = customer;
  const { secret, record } = await createKey(db, { accountId, name: 'one', mode: 'live', scopes: ['runs:read'] });
  const unremembering = await startApi(db);
  try {
    const events = await eventsOf(id, { key: secret, url: unremembering.url });
    await events.next();
    await revokeKey(db, record.id);
    await eventually('the key is forgotten', async () => {
      const { status } = await call(unremembering, 'GET', `/v1/runs/${id}`, { key: secret });
      return status === 401;
    });
    await fail(db, id, 'agent_refused');
    expect((await events.rest()).filter(({ event }) => event !== 'comment')).toEqual([]);
  } finally {
    await unremembering.close();
  }
});

test('streams of an account are bounded together with its pages, and HEAD takes none', async () => {
  const id = await createRun();
  const streams = await Promise.all(Array.from({ length: 7 }, () => eventsOf(id)));
  await Promise.all(streams.map((stream) => stream.next()));
  const refused = await eventsOf(id);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const head = await fetch(`${api.url}/v1/runs/${id}`, {
    method: 'HEAD',
    headers: { 'x-api-key': customer.apiKey, accept: 'text/event-stream' },
  });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  for (const stream of streams) stream.close();
  await eventually('a place is free', async () => (await eventsOf(id)).status === 200);
});

test('who accepts anything is answered with JSON', async () => {
  const id = await createRun();
  for (const accept of ['*/*', 'application/json, text/event-stream;q=0.5', 'text/html']) {
    const answer = await call(api, 'GET', `/v1/runs/${id}`, { key: customer.apiKey, headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  }
});
