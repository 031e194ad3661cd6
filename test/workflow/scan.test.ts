import { hashToken } from '../../platform/tokens';
import type { FreeScanStatusLookupResult } from '../../contracts/scans';
import { purgeUnconfirmed } from '../../store/scans/purge-unconfirmed';
import { confirmScan } from '../../store/scans/confirm-scan';
import { call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { textOfHistory } from '../support/history';
import { linksIn, mailTo, tokenIn } from '../support/mails';
import { startStack, startWorker, type Stack } from '../support/stack';
import { useStack } from '../support/use';

const stack = useStack();

const json = { accept: 'application/json' };
let people = 0;
const somebody = () => `reader-${++people}@example.com`;

async function ask(email: string, body: object = {}): Promise<string> {
  const answer = await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', {
    body: { email, idea: IDEA, ...body },
  });
  expect(answer.status).toBe(202);
  return answer.body.scanId;
}
const confirm = (token: string, headers: Record<string, string> = json, method = 'GET') =>
  call<{ scanId: string; status: string; consentRecordedAt: string; idea: string; code: string }>(
    stack.api,
    method,
    `/v1/scan/confirm?token=${encodeURIComponent(token)}`,
    { headers },
  );
const status = async (scanId: string, email: string) =>
  (await call<FreeScanStatusLookupResult>(stack.api, 'POST', '/v1/scan/status', { body: { scanId, email } })).body;
const ended = (scanId: string, email: string) =>
  eventually('the scan ends', async () => {
    const scan = await status(scanId, email);
    return ['completed', 'failed', 'expired'].includes(scan.status) && scan;
  });
const confirmationOf = async (email: string) => tokenIn(await mailTo(stack.mails, email, 'scan-confirmation'));

test('a scan is confirmed by mail, researched, and its result is mailed and readable', async () => {
  const email = somebody();
  const scanId = await ask(`  ${email.toUpperCase()} `, { locale: 'de-AT' });
  const token = await confirmationOf(email);
  expect(await status(scanId, email)).toMatchObject({
    status: 'awaiting_confirmation',
    confirmedAt: null,
    summary: null,
  });

  const confirmed = await confirm(token);
  expect([confirmed.status, confirmed.body.scanId, confirmed.body.idea]).toEqual([200, scanId, IDEA]);

  const scan = await ended(scanId, email);
  expect(scan.status).toBe('completed');
  expect(scan.summary).toContain('of 100');
  expect(scan.confirmedAt).toBe(confirmed.body.consentRecordedAt);
  const result = await mailTo(stack.mails, email, 'scan-completed');
  expect(result.text).toContain('of 100');
  expect(stack.mails.filter(({ to }) => to === email)).toHaveLength(2);
  const [session] = await stack.agents.sessionsOf(scanId);
  expect(session).toMatchObject({ archived: true, submissions: 1 });
});

test('consent is kept with its time, the wording and a hash of where it came from', async () => {
  const email = somebody();
  const scanId = await ask(email, { marketingConsent: true });
  const { body } = await confirm(await confirmationOf(email));

  const consents = await stack.db.prisma.consent.findMany({ where: { scanId }, orderBy: { kind: 'asc' } });
  expect(consents.map(({ kind, textVersion }) => [kind, textVersion])).toEqual([
    ['marketing', 'marketing-2026-11'],
    ['scan', 'scan-2026-11'],
  ]);
  for (const consent of consents) {
    expect(consent.recordedAt.toISOString()).toBe(body.consentRecordedAt);
    expect(consent.sourceHash).toHaveLength(32);
    expect(Buffer.from(consent.sourceHash).equals(hashToken('127.0.0.1'))).toBe(false);
  }
});

test('a link that is only opened confirms nothing: HEAD, a browser, a prefetch and any other client are led to a page', async () => {
  const email = somebody();
  const scanId = await ask(email);
  const token = await confirmationOf(email);
  for (const [method, headers] of [
    ['HEAD', json],
    ['GET', {}],
    ['GET', { accept: '*/*' }],
    ['GET', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-purpose': 'prefetch' }],
  ] as const) {
    const answer = await confirm(token, headers, method);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`/scan/confirm?token=${token}`);
  }
  expect((await status(scanId, email)).status).toBe('awaiting_confirmation');
});

test('50 confirmations at once give one consent, one session and the same time for all', async () => {
  const email = somebody();
  const scanId = await ask(email);
  const token = await confirmationOf(email);

  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(token)));

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.consentRecordedAt)).size).toBe(1);
  await ended(scanId, email);
  expect(await stack.db.prisma.consent.count({ where: { scanId } })).toBe(1);
  expect(await stack.agents.sessionsOf(scanId)).toHaveLength(1);
  expect((await confirm(token)).body.consentRecordedAt).toBe(answers[0]!.body.consentRecordedAt);
});

test('a program gets invalid_token for a token that is unknown, broken, empty or missing', async () => {
  for (const query of ['?token=unknown', `?token=${'x'.repeat(5_000)}`, '?token=', '', '?token=a&token=b']) {
    const answer = await call(stack.api, 'GET', `/v1/scan/confirm${query}`, { headers: json });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toMatch(/^invalid_(token|request)$/);
    expect(answer.body.instance).toBe('/v1/scan/confirm');
  }
});

test('a scan that the agent refuses fails, and its recipient is notified', async () => {
  const email = somebody();
  await stack.agents.fault('task:forbidden subject', 'refusal');
  const scanId = await ask(email, { idea: 'A letter on a forbidden subject' });
  await confirm(await confirmationOf(email));

  const scan = await ended(scanId, email);
  expect(scan).toMatchObject({ status: 'failed', summary: null });
  expect(scan.failureReason).toContain('declined');
  expect((await mailTo(stack.mails, email, 'scan-failed')).text).toContain('declined');
});

test('three scans an hour are mailed for one address; the answers do not reveal it', async () => {
  const email = somebody();
  for (let i = 0; i < 5; i++) await ask(email);
  await eventually('three mails', () => stack.mails.filter(({ to }) => to === email).length >= 3);
  const other = somebody();
  await ask(other);
  await mailTo(stack.mails, other, 'scan-confirmation');
  expect(stack.mails.filter(({ to }) => to === email)).toHaveLength(3);
});

test('an id with an address that it does not belong to is unknown, in the shape of every answer', async () => {
  const email = somebody();
  const scanId = await ask(email);
  const unknown = { status: 'unknown', createdAt: null, confirmedAt: null, completedAt: null };
  expect(await status(scanId, 'somebody-else@example.com')).toMatchObject({ scanId, ...unknown });
  expect(await status('scn_never', email)).toMatchObject(unknown);
  expect(Object.keys(await status('scn_never', email))).toEqual(Object.keys(await status(scanId, email)));
});

test('no history holds the address, idea or token of a scan', async () => {
  const email = somebody();
  const scanId = await ask(email, { marketingConsent: true });
  const token = await confirmationOf(email);
  await confirm(token);
  await ended(scanId, email);
  const handle = stack.temporal.workflow.getHandle(`scan/${scanId}`);
  await handle.result();
  const kept = await textOfHistory(handle);
  expect(kept).toContain(scanId);
  for (const secret of [email, 'heat pumps', token]) expect(kept).not.toContain(secret);
  expect(stack.api.logged.join('\n')).not.toContain(token);
  expect(stack.api.logged.join('\n')).not.toContain(email);
});

test('marketing is mailed to those who agreed, until one click ends it', async () => {
  const email = somebody();
  await ask(email, { marketingConsent: true });
  await confirm(await confirmationOf(email));
  const welcome = await mailTo(stack.mails, email, 'marketing-welcome');
  expect(welcome.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const link = linksIn(welcome).find(({ pathname }) => pathname === '/v1/marketing/unsubscribe')!;
  expect(welcome.headers!['List-Unsubscribe']).toBe(`<${link.href}>`);
  const suppressed = () => stack.db.prisma.suppression.count({ where: { email } });

  for (const method of ['GET', 'HEAD']) {
    const looked = await call(stack.api, method, link.pathname + link.search);
    expect([looked.status, looked.headers.get('location')]).toEqual([302, `/unsubscribe${link.search}`]);
  }
  expect(await suppressed()).toBe(0);
  const oneClick = () =>
    call(stack.api, 'POST', link.pathname + link.search, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await oneClick()).status).toBe(200);
  expect((await oneClick()).status).toBe(200);
  expect(await suppressed()).toBe(1);
  const forged = await call(stack.api, 'POST', `${link.pathname}${link.search}x`);
  expect([forged.status, forged.body.code]).toEqual([400, 'invalid_token']);
});

describe('without a confirmation', () => {
  let short: Stack;
  beforeAll(async () => {
    // From the request to the mail of a busy machine, and then some.
    short = await startStack({ settings: { scanConfirmationMs: 8_000 } });
  });
  afterAll(() => short.close());

  test('a scan confirmed in time is researched, although its signal was lost', async () => {
    const body = { email: 'silent@example.com', idea: IDEA };
    const { scanId } = (await call<{ scanId: string }>(short.api, 'POST', '/v1/scan', { body })).body;
    const token = tokenIn(await mailTo(short.mails, body.email, 'scan-confirmation'));
    // As after a process died right after its commit, before the relay delivered the message.
    await confirmScan(
      short.db,
      hashToken(token),
      { hash: Buffer.alloc(32), keyId: 'none' },
      () => ({
        workflowType: 'scan',
        workflowId: 'scan/nobody',
        input: {},
        summary: '',
        search: { kind: 'free_scan', accountId: null, mode: 'live' },
      }),
      { scansPerDay: 1_000 },
    );
    expect(await short.temporal.workflow.getHandle(`scan/${scanId}`).result()).toMatchObject({ status: 'completed' });
    await mailTo(short.mails, body.email, 'scan-completed');
  });

  test('a scan expires, nothing is researched, its link is void, and its data is deleted', async () => {
    const body = { email: 'late@example.com', idea: IDEA };
    const { scanId } = (await call<{ scanId: string }>(short.api, 'POST', '/v1/scan', { body })).body;
    const token = tokenIn(await mailTo(short.mails, body.email, 'scan-confirmation'));
    await short.temporal.workflow.getHandle(`scan/${scanId}`).result();
    const lookup = { scanId, email: body.email };
    const { body: scan } = await call(short.api, 'POST', '/v1/scan/status', { body: lookup });
    expect(scan).toMatchObject({ status: 'expired', confirmedAt: null });
    const late = await call(short.api, 'GET', `/v1/scan/confirm?token=${token}`, { headers: json });
    expect([late.status, late.body.code]).toEqual([400, 'invalid_token']);
    expect(await short.agents.sessionsOf(scanId)).toEqual([]);

    expect(await purgeUnconfirmed(short.db, 3_600_000, 10)).toBe(0);
    expect(await purgeUnconfirmed(short.db, 0, 10)).toBe(1);
    expect(await short.db.prisma.freeScan.count({ where: { email: body.email } })).toBe(0);
  });
});

test('a scan that is asked for while no worker is there is mailed once one comes', async () => {
  const alone = await startStack({ worker: false });
  const body = { email: 'early@example.com', idea: IDEA };
  expect((await call(alone.api, 'POST', '/v1/scan', { body })).status).toBe(202);
  const late = await startWorker(alone.db, alone.agents, alone.mails, alone.taskQueue);
  await mailTo(alone.mails, body.email, 'scan-confirmation');
  expect(alone.mails).toHaveLength(1);
  await late.stop();
  await alone.close();
});
