import { randomUUID } from 'node:crypto';
import { sampleFindings } from '../../contracts/sample-findings';
import { revokeSession } from '../../store/accounts/revoke-session';
import { createEvaluation, IDEA } from '../support/api';
import { openEvents } from '../support/event-stream';
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

describe('the form of a run', () => {
  test('starts one run, however often and concurrently the form is sent', async () => {
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

  test('starts nothing for a changed form with a used key, and says so', async () => {
    const idempotencyKey = randomUUID();
    await start({ idempotencyKey });
    const again = await start({ idempotencyKey, idea: 'Another newsletter, on balcony gardens' });
    expect([again.status, again.text.includes('already started a run with this form')]).toEqual([409, true]);
    expect(again.text).toContain('Another newsletter, on balcony gardens');
    expect(again.text).not.toContain(idempotencyKey);
    expect(await runs()).toHaveLength(1);
  });

  test('names what is wrong at its field and keeps what was written', async () => {
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

  test('starts nothing from another session or none, and keeps what was written', async () => {
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
});

describe('the page of a run', () => {
  const eventsOf = (id: string, headers = { cookie: customer.cookie }) =>
    openEvents(`${api.url}/account/runs/${id}/events`, headers);

  test('streams each change and ends with the run', async () => {
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

  test('ends with its session and shows nothing after it', async () => {
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
});

describe('documents of a run', () => {
  test('are downloaded by their owner once the run completed', async () => {
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
