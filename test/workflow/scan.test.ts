import { hashToken } from '../../base/tokens';
import type { FreeScanStatusLookupResult } from '../../modules/scans/contract';
import { purgeUnconfirmed } from '../../modules/scans/store/scans';
import { call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { linksIn, mailTo, tokenIn } from '../support/mails';
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

test('confirms a scan by mail, researches it and mails the result', async () => {
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
  expect(result.headers).toBeUndefined();
  const { pathname, search } = linksIn(result).find((link) => link.pathname === '/scan/result')!;
  const { text: page } = await call(stack.api, 'GET', pathname + search, { headers: { accept: 'text/html' } });
  for (const part of [IDEA, 'Demand', 'Monetization', 'What may surprise you']) expect(page).toContain(part);
  expect(stack.mails.filter(({ to }) => to === email)).toHaveLength(2);
  const [session] = await stack.agents.sessionsOf(scanId);
  expect(session).toMatchObject({ archived: true, submissions: 1 });
});

test('stores a consent with its time, wording and hashed source', async () => {
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

test('confirms nothing when browsers, HEAD or prefetch only open the link', async () => {
  const email = somebody();
  const scanId = await ask(email);
  const token = await confirmationOf(email);
  for (const [method, headers] of [
    ['HEAD', json],
    ['GET', {}],
    ['GET', { accept: '*/*' }],
    ['GET', { accept: 'application/json, text/plain, */*' }],
    ['GET', { accept: 'application/json;q=0, text/html' }],
    ['GET', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-purpose': 'prefetch' }],
  ] as const) {
    const answer = await confirm(token, headers, method);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`/scan/confirm?token=${token}`);
  }
  const early = await call(stack.api, 'GET', `/scan/result?token=${token}`, { headers: { accept: 'text/html' } });
  expect([early.status, early.text.includes(IDEA)]).toEqual([400, false]);
  expect((await status(scanId, email)).status).toBe('awaiting_confirmation');
});

test('records one consent and starts one session for 50 concurrent confirmations', async () => {
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

test('unsubscribes from marketing with one click in the only mail after a confirmation', async () => {
  const email = somebody();
  const scanId = await ask(email, { marketingConsent: true });
  await confirm(await confirmationOf(email));
  await ended(scanId, email);
  const result = await mailTo(stack.mails, email, 'scan-completed');
  expect(stack.mails.filter(({ to }) => to === email)).toHaveLength(2);
  expect(result.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const { pathname, search } = linksIn(result).find((link) => link.pathname === '/v1/marketing/unsubscribe')!;
  const suppressed = () => stack.db.prisma.suppression.count({ where: { email } });
  const looked = await call(stack.api, 'GET', pathname + search);
  expect([looked.status, looked.headers.get('location')]).toEqual([302, `/unsubscribe${search}`]);
  expect(await suppressed()).toBe(0);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const oneClick = { body: 'List-Unsubscribe=One-Click', headers };
  for (const _ of [1, 2]) expect((await call(stack.api, 'POST', pathname + search, oneClick)).status).toBe(200);
  expect(await suppressed()).toBe(1);
  expect((await call(stack.api, 'POST', `${pathname}${search}x`)).status).toBe(400);
});

describe('without confirmation', () => {
  // Six seconds are enough for a busy machine to send the email.
  const short = useStack({ settings: { scanConfirmationMs: 6_000 } });

  test('expires a scan and deletes its data', async () => {
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
