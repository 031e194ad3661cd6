import { randomUUID } from 'node:crypto';
import { sampleFindings } from '../../contracts/sample-findings';
import { revokeSession } from '../../store/accounts/revoke-session';
import { call, createCustomer, createEvaluation, IDEA, SEARCH, startApi } from '../support/api';
import { openEvents } from '../support/event-stream';
import { eventually } from '../support/eventually';
import { sendForm, useSignedIn } from '../support/people';
import { begin, complete } from '../support/run-states';
import { useApi } from '../support/use';

const { db, api } = useApi();
const { customer, open, send } = useSignedIn({ db, api }, { credits: 2 });

const start = (fields: Record<string, string>) =>
  send('/account/runs/new', { kind: 'idea_check', idempotencyKey: randomUUID(), idea: IDEA, ...fields });
const runs = () => db.prisma.run.findMany({ where: { accountId: customer.accountId } });
const credits = () => db.prisma.entitlement.count({ where: { accountId: customer.accountId, status: 'unused' } });
const ownRun = async () => (await createEvaluation(api, customer, randomUUID())).body.runId;
const readyRun = async () => {
  const id = await ownRun();
  await complete(db, id, sampleFindings);
  return id;
};

test('support opened from a run knows the run and who asks', async () => {
  const { text } = await open('/support?category=runs&relatedId=run_1"x');
  expect(text).toContain('<option value="runs" selected>');
  expect(text).toMatch(/name="relatedId"\s+value=""/);
  expect((await open('/support?category=runs&relatedId=run_1')).text).toMatch(/name="relatedId"\s+value="run_1"/);
  expect(text).toContain(`value="${customer.email}"`);
  expect((await call(api, 'GET', '/support', { headers: { accept: 'text/html' } })).text).not.toContain(customer.email);
});

describe('starting a run by form', () => {
  test('a form that is sent twice, also at once, starts one run and leads to it both times', async () => {
    const idempotencyKey = randomUUID();
    const answers = await Promise.all([start({ idempotencyKey }), start({ idempotencyKey })]);
    answers.push(await start({ idempotencyKey }));
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get('location')))).toEqual(
      new Set([`/account/runs/${run!.id}`]),
    );
    expect(run).toMatchObject({ apiKeyId: null, mode: 'live', kind: 'idea_check', input: { idea: IDEA } });
    expect(await credits()).toBe(1);
  });

  test('a form that was changed and sent again starts nothing, and says that the first one did', async () => {
    const idempotencyKey = randomUUID();
    await start({ idempotencyKey });
    const again = await start({ idempotencyKey, idea: 'Another newsletter, on balcony gardens' });
    expect([again.status, again.text.includes('already started a run with this form')]).toEqual([409, true]);
    expect(again.text).toContain('Another newsletter, on balcony gardens');
    expect(again.text).not.toContain(idempotencyKey);
    expect(await runs()).toHaveLength(1);
  });

  test('a search is started with a line for each subject and a number of ideas', async () => {
    await db.prisma.entitlement.updateMany({
      where: { accountId: customer.accountId },
      data: { kind: 'custom_search' },
    });
    const { operatorProfile } = SEARCH;
    const expertise = ' heat pumps \r\n\r\nbuilding law\r\nheat pumps';
    const answer = await start({ kind: 'custom_search', idea: '', operatorProfile, expertise, candidateCount: '4' });
    expect(answer.status).toBe(303);
    expect((await runs())[0]!.input).toEqual({
      operatorProfile,
      expertise: ['heat pumps', 'building law'],
      candidateCount: 4,
    });
  });

  test('what is wrong is said at its field, and nothing that was written is lost', async () => {
    const answer = await start({ idea: 'Too short', audience: 'Gardeners <b>' });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/id="idea-error"[^>]*>\s*This must have at least 10 characters/);
    expect(answer.text).toContain('Too short');
    expect(answer.text).toContain('Gardeners &lt;b&gt;');
    expect(await credits()).toBe(2);
    const search = await start({
      kind: 'custom_search',
      operatorProfile: 'x'.repeat(20),
      expertise: '\n',
      candidateCount: 'many',
    });
    expect(search.text).toMatch(/id="expertise-error"[^>]*>\s*Name at least one subject/);
    expect(search.text).toMatch(/id="candidateCount-error"[^>]*>\s*This must be a whole number/);
  });

  test('without a credit nothing starts, the words stay, and the same form works once there is one', async () => {
    await db.prisma.entitlement.updateMany({ where: { accountId: customer.accountId }, data: { status: 'revoked' } });
    const idempotencyKey = randomUUID();
    const refused = await start({ idempotencyKey });
    expect(refused.status).toBe(402);
    expect(refused.text).toContain(IDEA);
    expect(refused.text).toContain('href="/buy?product=idea_check"');
    await db.prisma.entitlement.updateMany({ where: { accountId: customer.accountId }, data: { status: 'unused' } });
    expect((await start({ idempotencyKey })).status).toBe(303);
  });

  test('a form of another session, or none, starts nothing and keeps what was written', async () => {
    const other = await start({ csrf: 'x'.repeat(43), geography: 'Harz "& Eifel"' });
    expect(other.status).toBe(400);
    expect(other.text).toContain(IDEA);
    expect(other.text).toContain('value="Harz &quot;&amp; Eifel&quot;"');
    const words = { kind: 'idea_check', idempotencyKey: 'x', idea: `${IDEA}\n\n<script>` };
    const stranger = await sendForm(api, '/account/runs/new', { ...words, csrf: customer.csrf });
    expect([stranger.status, stranger.headers.get('location'), stranger.headers.get('cache-control')]).toEqual([
      403,
      null,
      'no-store',
    ]);
    expect(stranger.text).toContain(`value="${IDEA}\n\n&lt;script&gt;"`);
    expect(stranger.text).toContain('href="/sign-in?return=/sign-in/done" target="_blank" rel="noopener"');
    expect(stranger.text).not.toContain(customer.csrf);
    expect(await runs()).toEqual([]);
  });

  test('runs started by form count in the limit of the account’s keys', async () => {
    const limited = await startApi(db, { limitsScale: 0.2 });
    try {
      const answers = [];
      for (const key of ['1', '2']) answers.push((await createEvaluation(limited, customer, key)).status);
      const form = { csrf: customer.csrf, kind: 'idea_check', idempotencyKey: randomUUID(), idea: IDEA };
      answers.push((await sendForm(limited, '/account/runs/new', form, { cookie: customer.cookie })).status);
      expect(answers).toEqual([202, 202, 429]);
    } finally {
      await limited.close();
    }
  });

  test('a run that ended offers a form with its words', async () => {
    const id = await ownRun();
    expect((await open(`/account/runs/new?from=${id}`)).text).toContain(IDEA);
    const stranger = await createCustomer(db);
    const { runId } = (await createEvaluation(api, stranger, 'theirs', { idea: 'A secret of somebody else' })).body;
    expect((await open(`/account/runs/new?from=${runId}`)).text).not.toContain('A secret of somebody else');
  });
});

describe('watching a run', () => {
  const eventsOf = (id: string, headers = { cookie: customer.cookie }) =>
    openEvents(`${api.url}/account/runs/${id}/events`, headers);

  test('its stream shows each change and ends with the run', async () => {
    const id = await ownRun();
    const events = await eventsOf(id);
    expect(events.status).toBe(200);
    expect(events.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect([events.headers.get('x-accel-buffering'), events.headers.get('cache-control')]).toEqual([
      'no',
      'no-store, no-transform',
    ]);
    expect((await events.next())!.data).toContain('Waiting for a free research agent');
    await begin(db, id);
    expect((await events.next())!.data).toContain('Researching');
    await complete(db, id, sampleFindings);
    const last = (await events.rest()).at(-1)!;
    expect(last.event).toBe('end');
    // What the page shows from then on, without being loaded again.
    expect(last.data).toContain('Read the dossier');
    expect(last.data).toContain('How the research went');
  });

  test('a run that has ended says so at once', async () => {
    const names = (await (await eventsOf(await readyRun())).rest()).map(({ event }) => event);
    expect(names).toEqual(['end']);
  });

  test('a stream ends with its session, and shows nothing that happened afterwards', async () => {
    const id = await ownRun();
    const events = await eventsOf(id);
    await events.next();
    const { id: session } = await db.prisma.accountSession.findFirstOrThrow({
      where: { accountId: customer.accountId },
    });
    await revokeSession(db, customer.accountId, session, 'session.revoked');
    await begin(db, id);
    expect(await events.rest()).toEqual([]);
    expect((await eventsOf(id)).status).toBe(204);
  });

  test('a session that ends also ends the stream of a run that does not change', async () => {
    const events = await eventsOf(await ownRun());
    await events.next();
    await db.prisma.accountSession.deleteMany({ where: { accountId: customer.accountId } });
    expect((await events.rest()).every(({ event }) => event === 'comment')).toBe(true);
  });

  test('a stranger has no stream', async () => {
    const { runId } = (await createEvaluation(api, await createCustomer(db), 'theirs')).body;
    expect((await eventsOf(runId)).status).toBe(404);
  });

  test('the open streams of an account are bounded, and a place is free again once its reader has left', async () => {
    const id = await ownRun();
    const streams = await Promise.all(Array.from({ length: 7 }, () => eventsOf(id)));
    await Promise.all(streams.map((stream) => stream.next()));
    const refused = await eventsOf(id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await api.metrics.page()).toContain('noi_http_streams 7');
    const page = await open(`/account/runs/${id}`);
    expect([page.status, page.text.includes('http-equiv="refresh"')]).toEqual([200, true]);
    for (const stream of streams) stream.close();
    await eventually('a place is free', async () => (await eventsOf(id)).status === 200);
  });

  test('HEAD takes no place', async () => {
    const id = await ownRun();
    for (let times = 0; times < 10; times++) {
      const { status } = await fetch(`${api.url}/account/runs/${id}/events`, {
        method: 'HEAD',
        headers: { cookie: customer.cookie },
      });
      expect(status).toBe(200);
    }
  });

  test('a process that stops ends its streams', async () => {
    const stopping = await startApi(db);
    const events = await openEvents(`${stopping.url}/account/runs/${await ownRun()}/events`, {
      cookie: customer.cookie,
    });
    await events.next();
    const [rest] = await Promise.all([events.rest().catch(() => []), stopping.close()]);
    expect(rest.filter(({ event }) => event === 'end')).toEqual([]);
  });

  test('a run is canceled once its owner confirms, and its credit comes back if nothing had begun', async () => {
    const id = await ownRun();
    expect((await send(`/account/runs/${id}/cancel`, {})).headers.get('location')).toBe(`/account/runs/${id}`);
    expect((await runs())[0]!.status).toBe('canceling');
    expect((await send(`/account/runs/${id}/cancel`, {})).status).toBe(303);
  });

  test('shows the metadata that its owner gave it, as text, and says nothing where there is none', async () => {
    const metadata = { 'customer "<b>"': 'acme & <script>alert(1)</script>', batch: '' };
    const { runId } = (await createEvaluation(api, customer, 'marked', { idea: IDEA, metadata })).body;
    const { text } = await open(`/account/runs/${runId}`);
    expect(text).toContain('<dt>Your metadata</dt>');
    expect(text).toContain('customer &quot;&lt;b&gt;&quot;</code>');
    expect(text).toContain('acme &amp; &lt;script&gt;alert(1)&lt;/script&gt;</span>');
    expect(text).toMatch(/batch<\/code>:\s+<span[^>]*><span class="soft">empty/);
    expect(text).not.toContain('<script>alert');
    expect((await open(`/account/runs/${await ownRun()}`)).text).not.toContain('Your metadata');
  });

  test('a run that ended shows why, and what became of its credit', async () => {
    const id = await readyRun();
    expect((await send(`/account/runs/${id}/cancel`, {})).status).toBe(303);
    const { text } = await open(`/account/runs/${id}`);
    expect(text).toContain('$0.13, included in your credit');
    expect(text).not.toContain('/events');
  });
});

describe('documents of a run', () => {
  test('are downloaded by their owner, and a run under way has none', async () => {
    const id = await readyRun();
    const findings = await open(`/account/runs/${id}/documents?name=findings`);
    expect(findings.headers.get('content-disposition')).toContain('attachment');
    expect(findings.body).toEqual(JSON.parse(JSON.stringify(sampleFindings)));
    expect((await open(`/account/runs/${id}/documents?name=all`)).headers.get('content-type')).toBe('application/zip');
    expect((await open(`/account/runs/${id}/documents?name=portfolio`)).status).toBe(404);
    expect((await open(`/account/runs/${id}/documents?name=submission`)).status).toBe(404);
    expect((await open(`/account/runs/${await ownRun()}/dossier`)).status).toBe(404);
  });
});
