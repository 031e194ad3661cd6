import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { revokeSession } from '../../modules/accounts/store/sessions';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { deleteRun } from '../../modules/runs/store/delete';
import { endRun } from '../../modules/runs/store/end';
import { RUN_FAILURES } from '../../base/run-failures';
import { suspendAccount } from '../../modules/erasure/store/suspension';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { openEvents } from '../support/answers';
import { call, createEvaluation, IDEA } from '../support/api';
import { useSignedIn } from '../support/people';
import { begin, complete } from '../support/runs';
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
  test('starts one run, no matter how often or concurrently the form is sent', async () => {
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

  test('continues the completed run that linked to it, and omits a deleted one', async () => {
    const continues = await readyRun();
    const link = `/account/runs/new?continues=${continues}`;
    expect((await open(`/account/runs/${continues}`)).text).toContain(`href="${link}"`);
    const hidden = `name="continues" value="${continues}"`;
    expect((await open(link)).text).toContain(hidden);
    expect((await open(`/account/runs/new?from=${continues}`)).text).not.toContain(hidden);
    expect((await open(`/account/runs/new?continues=${await ownRun()}`)).text).not.toContain('name="continues"');
    await grantEntitlements(db, customer.accountId, 'idea_check', 1);
    const { headers } = await start({ continues });
    const { input } = await db.prisma.run.findUniqueOrThrow({
      where: { id: headers.get('location')!.replace('/account/runs/', '') },
    });
    expect(input).toEqual({ idea: IDEA, continues });
    await deleteRun(db, { accountId: customer.accountId, mode: 'live' }, continues);
    const again = await start({ continues });
    expect([again.status, again.text.includes('This form is out of date'), again.text.includes(hidden)]).toEqual([
      400,
      true,
      false,
    ]);
  });
});

describe("a run's page", () => {
  test('shows verdict and likely pay, then the dossier, the main risk and the next step', async () => {
    const { text } = await open(`/account/runs/${await readyRun()}`);
    const order = [
      'of 100',
      'Likely pay: about',
      'Open the dossier',
      'Download PDF',
      'The case against it',
      'Main risk',
      'What to do next',
    ];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(text).toContain(sampleFindings.nextSteps[0]!.action.slice(0, 40));
  });

  test.each([
    ['agent_refused', 'Rephrase the idea'],
    ['agent_stopped', 'Start again with the same idea'],
  ] as const)('says after a failure that the credit is back, and what to do next: %s', async (reason, action) => {
    const id = await ownRun();
    await begin(db, id);
    await endRun(db, id, 'failed', reason, null);
    const { text } = await open(`/account/runs/${id}`);
    for (const words of [RUN_FAILURES[reason].message, 'Your Idea Check credit is back', action]) {
      expect(text).toContain(words);
    }
  });

  test('deletes ended research and its links, but not research in progress', async () => {
    const id = await readyRun();
    await send(`/account/runs/${id}/share`, { days: '7' });
    expect((await open(`/account/runs/${id}`)).text).toMatch(/You cannot undo this\.\s+Your credit stays used\./);
    const { status, headers } = await send(`/account/runs/${id}/delete`, {});
    expect([status, headers.get('location')]).toEqual([303, '/account/runs?deleted=1']);
    const { text } = await open('/account/runs?deleted=1');
    expect([text.includes('The research is deleted.'), text.includes(id)]).toEqual([true, false]);
    expect((await open(`/account/runs/${id}`)).status).toBe(404);
    expect(await db.prisma.dossierShare.count({ where: { runId: id } })).toBe(0);
    expect(await credits()).toBe(1);
    const under = await ownRun();
    expect((await open(`/account/runs/${under}`)).text).not.toContain('Delete this research');
    expect((await send(`/account/runs/${under}/delete`, {})).status).toBe(409);
    expect((await open(`/account/runs/${under}`)).status).toBe(200);
  });

  const eventsOf = (id: string, headers = { cookie: customer.cookie }) =>
    openEvents(`${api.url}/account/runs/${id}/events`, headers);

  test('ends its event stream with the session', async () => {
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

describe("a run's documents", () => {
  test('can be downloaded by their owner once the run has completed', async () => {
    const id = await readyRun();
    const findings = await open(`/account/runs/${id}/documents?name=findings`);
    expect(findings.headers.get('content-disposition')).toContain('attachment');
    expect(findings.body).toEqual(JSON.parse(JSON.stringify(sampleFindings)));
    await db.prisma.run.update({ where: { id }, data: { costMicros: 98_765_432 } });
    const all = await fetch(`${api.url}/account/runs/${id}/documents?name=all`, {
      headers: { cookie: customer.cookie },
    });
    const files = unzipSync(new Uint8Array(await all.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['run.json']!))).toMatchObject({ runId: id, cost: null });
    expect((await open(`/account/runs/${id}/documents?name=submission`)).status).toBe(404);
    expect((await open(`/account/runs/${await ownRun()}/dossier`)).status).toBe(404);
  });
});

describe('a dossier share link', () => {
  async function share(id: string, days = '7'): Promise<string> {
    const { status, text } = await send(`/account/runs/${id}/share`, { days });
    expect(status).toBe(200);
    return new URL(/id="link">([^<]+)</.exec(text)![1]!).pathname;
  }
  const visit = (path: string) => call(api, 'GET', path, { headers: { accept: 'text/html' } });

  test('shows the dossier and nothing about the account', async () => {
    const path = await share(await readyRun());
    const shown = await visit(path);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    for (const secret of [customer.email, customer.accountId, customer.keyId]) expect(shown.text).not.toContain(secret);
    const document = await visit(`${path}/dossier`);
    expect([document.status, document.text.includes('dossier')]).toEqual([200, true]);
    expect(document.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect((await visit(`${path}/dossier?format=pdf`)).headers.get('content-type')).toBe('application/pdf');
  });

  test('is stored in neither database nor log', async () => {
    const path = await share(await readyRun());
    await visit(path);
    await visit(`${path}x`);
    const token = path.split('/').at(-1)!;
    const { rows } = await db.pool.query<{ row: string }>('SELECT run_shares::text AS row FROM run_shares');
    const written = rows.map(({ row }) => row).join('') + api.logged.join('');
    expect(written).not.toContain(token);
    expect(written).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('gives the same 404 when revoked, expired, unknown or suspended', async () => {
    const id = await readyRun();
    const [taken, expired, kept] = [await share(id), await share(id), await share(id)];
    const [, second, first] = await db.prisma.dossierShare.findMany({ where: { runId: id }, orderBy: { id: 'desc' } });
    await send(`/account/runs/${id}/unshare`, { shareId: first!.id });
    await db.prisma.dossierShare.update({ where: { id: second!.id }, data: { expiresAt: new Date() } });
    const answers = await Promise.all([taken, expired, '/shared/nobody', `/shared/${'%20'.repeat(3)}`].map(visit));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await visit(`${taken}/dossier`)).status).toBe(404);
    expect((await visit(kept)).status).toBe(200);
    await suspendAccount(db, customer.accountId);
    expect((await visit(kept)).text).toBe(answers[0]!.text);
  });

  test('is limited to ten per completed run, even when created concurrently', async () => {
    const id = await readyRun();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(`/account/runs/${id}/share`, { days: '7' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(200),
      409,
      409,
    ]);
    expect((await send(`/account/runs/${await ownRun()}/share`, { days: '7' })).status).toBe(404);
  });
});
