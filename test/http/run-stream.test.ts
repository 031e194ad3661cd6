import { MAX_STREAMS } from '../../http/limits/concurrency';
import { answerCheck } from '../../http/validation';
import { createKey, revokeKey } from '../../modules/accounts/store/keys';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { RunEvent } from '../../modules/runs/contract';
import { saveArtifact } from '../../modules/runs/store/artifacts';
import { recordPlan, saveCandidateFindings, settleCandidate } from '../../modules/runs/store/candidates';
import { completeRun, endRun } from '../../modules/runs/store/end';
import { beginRun } from '../../modules/runs/store/progress';
import { recordCheck } from '../../modules/runs/store/submissions';
import { addEntry } from '../../modules/runs/store/timeline';
import { samplePlan } from '../../stand-ins/agents/samples';
import { openEvents, type StreamEvent } from '../support/answers';
import {
  call,
  createCustomer,
  createEvaluation,
  createSearch,
  forgetEverywhere,
  SEARCH,
  startApi,
  type Customer,
} from '../support/api';
import { eventually } from '../support/eventually';
import { signIn } from '../support/people';
import { begin, complete, fail } from '../support/runs';
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

/** A running search with three planned candidates, and its owner. */
async function plannedSearch(): Promise<{ runId: string; owner: Customer }> {
  const owner = await createCustomer(db, { kind: 'custom_search' });
  const input = { ...SEARCH, candidateCount: 3 };
  const { runId } = (await createSearch(api, owner, 'search', input)).body;
  await beginRun(db, runId, 60_000);
  await recordPlan(db, runId, samplePlan(input).candidates);
  const scored = Buffer.from(JSON.stringify({ verdict: { score: 72 } }));
  for (const id of ['c1', 'c2']) await saveCandidateFindings(db, runId, id, scored);
  forgetEverywhere(runId);
  return { runId, owner };
}

test('streams the status, activity and end of a run', async () => {
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
});

test('sends only events that match the description', async () => {
  const { runId, owner } = await plannedSearch();
  await settleCandidate(db, runId, 'c1', { reason: null, costMicros: 1 });
  await settleCandidate(db, runId, 'c2', { reason: 'agent_refused', costMicros: 1 });
  await endRun(db, runId, 'failed', 'too_few_candidates', 1);
  forgetEverywhere(runId);
  const events = await (await eventsOf(runId, { key: owner.apiKey })).rest();
  expect(new Set(named(events))).toEqual(new Set(['activity', 'candidate', 'status', 'end']));
  const flaws = answerCheck(RunEvent);
  for (const event of events) expect(flaws({ ...event, data: dataOf(event) })).toBeNull();
});

test('answers 204 to a reader at the end of a run, so browsers stop reconnecting', async () => {
  const id = await createRun();
  await complete(db, id, sampleFindings);
  const all = await (await eventsOf(id)).rest();
  const after = all.at(-1)!.id!;
  const again = await eventsOf(id, { after });
  expect([again.status, await again.rest()]).toEqual([204, []]);
  const goingOn = await eventsOf(await createRun(), { after: '1' });
  expect(goingOn.status).toBe(200);
  goingOn.close();
});

test('resumes a stream by Last-Event-ID, and sends everything for an unknown ID', async () => {
  const id = await createRun();
  await complete(db, id, sampleFindings);
  const all = await (await eventsOf(id)).rest();
  expect(named(all)).toEqual(['activity', 'activity', 'activity', 'status', 'end']);
  const rest = await (await eventsOf(id, { after: '2' })).rest();
  expect(named(rest)).toEqual(['activity', 'status', 'end']);
  expect(rest[0]!.id).toBe('3');
  for (const after of ['3', '999999999'])
    expect(named(await (await eventsOf(id, { after })).rest())).toEqual(['status', 'end']);
  for (const after of ["1'; DROP TABLE runs", '-1'])
    expect(named(await (await eventsOf(id, { after })).rest())).toEqual(named(all));
});

test('reports candidates as they settle, and their scores once the run has completed', async () => {
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
  // Each event is read before the run completes, because an event read later would contain the score.
  const live: StreamEvent[] = [];
  for (const [id, reason] of [
    ['c2', null],
    ['c3', 'agent_refused'],
  ] as const) {
    await settleCandidate(db, runId, id, { reason, costMicros: 1 });
    let event = await events.next();
    while (event?.event === 'status') event = await events.next();
    live.push(event!);
  }
  expect(live.map((event) => dataOf(event))).toMatchObject([
    { candidateId: 'c2', score: null },
    { candidateId: 'c3', score: null },
  ]);
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
  expect(rest.filter(({ event, id }) => event === 'candidate' && id !== undefined)).toEqual([]);
});

test('never reports scores of a failed run', async () => {
  const { runId, owner } = await plannedSearch();
  await settleCandidate(db, runId, 'c1', { reason: null, costMicros: 1 });
  await endRun(db, runId, 'failed', 'too_few_candidates', 1);
  forgetEverywhere(runId);
  const events = await (await eventsOf(runId, { key: owner.apiKey })).rest();
  expect(events.filter(({ event }) => event === 'candidate').map((event) => dataOf(event).score)).toEqual([null]);
});

test('ends a stream when its key is revoked, and sends nothing after that', async () => {
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

test('limits an account to seven streams, its page included, then answers 429', async () => {
  const { apiKey, accountId } = await createCustomer(db);
  const { runId } = (await createEvaluation(api, { apiKey }, 'many')).body;
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const cookie = await signIn(api, db, email);
  const byKey = () => eventsOf(runId, { key: apiKey });
  const page = await openEvents(`${api.url}/account/runs/${runId}/events`, { cookie });
  const opened = [page];
  while (opened.length < MAX_STREAMS) opened.push(await byKey());
  expect(opened.map(({ status }) => status)).toEqual(Array(MAX_STREAMS).fill(200));
  const refused = await call(api, 'GET', `/v1/runs/${runId}`, {
    key: apiKey,
    headers: { accept: 'text/event-stream' },
  });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', limitLevel: 'endpoint' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await api.metrics.page()).toContain('noi_http_limited_total{limit="streams"} 1');
  page.close();
  await eventually('a place is free', async () => {
    const next = await byKey();
    opened.push(next);
    return next.status === 200;
  });
  for (const one of opened) one.close();
});
