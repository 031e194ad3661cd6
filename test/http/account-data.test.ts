import { strFromU8, unzipSync } from 'fflate';
import { transaction } from '../../prisma/client';
import { recordAudit } from '../../store/audit/record-audit';
import { exportAccount } from '../../store/accounts/export-account';
import { call, createCustomer, createEvaluation, createWebhook, IDEA } from '../support/api';
import { createContributor } from '../support/contributors';
import { openTestOrder, payTestOrder } from '../support/books';
import { sessionCookie, useSignedIn } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();
const { customer, open, send } = useSignedIn({ db, api });

async function download(): Promise<{ files: Record<string, string>; raw: Buffer }> {
  const response = await fetch(`${api.url}/account/data/export`, {
    method: 'POST',
    headers: { cookie: customer.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf: customer.csrf }).toString(),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const raw = Buffer.from(await response.arrayBuffer());
  const files = Object.fromEntries(Object.entries(unzipSync(raw)).map(([name, bytes]) => [name, strFromU8(bytes)]));
  return { files, raw };
}

test('an export holds what we hold about its account, nothing of anybody else, and no secret or hash', async () => {
  const stranger = await createCustomer(db);
  await createEvaluation(api, stranger, 'not-yours');
  const { runId } = (await createEvaluation(api, customer, 'mine')).body;
  await db.prisma.artifact.create({
    data: { runId, name: 'findings', contentType: 'application/json', bytes: Buffer.from('{"found":true}') },
  });
  const { webhookId, signingSecret } = (await createWebhook(api, customer, 'hook')).body;
  await call(api, 'POST', '/v1/support-requests', {
    body: { email: customer.email, subject: 'A question', message: 'Where is my dossier?' },
  });

  const { files } = await download();

  const rows = (table: string) => JSON.parse(files[`${table}.json`]!) as Record<string, unknown>[];
  expect(rows('accounts')).toMatchObject([{ id: customer.accountId, email: customer.email }]);
  expect(rows('runs')).toMatchObject([{ id: runId, input: { idea: IDEA } }]);
  expect(files[`runs/${runId}/findings.json`]).toBe('{"found":true}');
  expect(rows('webhooks')).toMatchObject([{ id: webhookId }]);
  expect(rows('support_requests')).toMatchObject([{ message: 'Where is my dossier?' }]);
  expect(rows('entitlements')).toHaveLength(5);
  expect(rows('audit_events').at(-1)).toMatchObject({ action: 'account.exported' });
  const all = JSON.stringify(files);
  for (const foreign of [stranger.accountId, stranger.keyId, customer.apiKey, signingSecret])
    expect(all).not.toContain(foreign);
  expect(all).not.toMatch(/hash"|secret"|\\\\x[0-9a-f]{16}/);
});

test('an export of more rows than are read at a time has each of them once', async () => {
  await db.pool.query(
    `INSERT INTO audit_events (id, actor_kind, actor, action, account_id)
     SELECT 'aud_' || n, 'system', 'system', 'key.created', $1 FROM generate_series(1, 1201) AS n`,
    [customer.accountId],
  );
  const { files } = await download();
  const ids = (JSON.parse(files['audit_events.json']!) as { id: string }[]).map(({ id }) => id);
  expect(ids.filter((id) => /^aud_\d+$/.test(id))).toHaveLength(1_201);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an export of an unknown account is refused', async () => {
  await expect(exportAccount(db, 'acc_unknown')).rejects.toThrow('No account acc_unknown');
});

test('an account is erased from its page only where its address was typed, and the browser is signed out', async () => {
  const wrong = await send('/account/data/erase', { email: 'somebody@example.com' });
  expect([wrong.status, wrong.text.includes('not the address')]).toEqual([400, true]);
  expect((await send('/account/data/erase', { csrf: 'x', email: customer.email })).status).toBe(400);
  expect(await db.prisma.account.findUnique({ where: { id: customer.accountId } })).toMatchObject({ status: 'active' });

  const erased = await send('/account/data/erase', { email: ` ${customer.email.toUpperCase()} ` });

  expect([erased.status, sessionCookie(erased)]).toEqual([200, null]);
  expect(erased.text).toContain('10 years');
  expect((await open('/account')).status).toBe(303);
  expect(api.delivered.map(({ message }) => message.workflowId)).toContain(`erasure/${customer.accountId}`);
});

test('mistyped addresses do not close the way to an erasure before the fresh sign-in that it needs has ended', async () => {
  for (let time = 0; time < 8; time++) {
    expect((await send('/account/data/erase', { email: 'mistyped@example.com' })).status).toBe(400);
  }
});

test('whoever asks for a password while signed in is told to which address its link went', async () => {
  await send('/account/password-link', {});
  const { text } = await open('/account/password-link/sent');
  expect(text).toContain(customer.email);
  expect(text).not.toContain('/sign-in');
});

test('the page refuses an erasure while money is open, each balance by itself, and says what to wait for', async () => {
  await createContributor(db, { of: customer, balance: 0 });
  const orderId = await openTestOrder(db, {
    accountId: (await createCustomer(db)).accountId,
    contributor: customer.accountId,
  });
  const refused = await send('/account/data/erase', { email: customer.email });
  const { opportunityId } = await db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining(`somebody may buy opportunity ${opportunityId}`),
  ]);

  await payTestOrder(db, orderId, {}, { shareMaturityMs: 86_400_000 });
  const again = await send('/account/data/erase', { email: customer.email });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('can be withdrawn once it has matured')]);
  expect(await db.prisma.account.findUnique({ where: { id: customer.accountId } })).toMatchObject({ status: 'active' });
});

test('the activity of an account is shown in words, newest first, page by page; nobody else sees it', async () => {
  await transaction(db, async (tx) => {
    for (let i = 0; i < 55; i++)
      await recordAudit(tx, { action: 'key.rotated', accountId: customer.accountId, subject: `key_${i}` });
  });
  const stranger = await createCustomer(db);
  const first = await open('/account/activity');
  expect(first.text).toContain('API key rotated');
  expect(first.text.match(/key_\d+</g)).toHaveLength(50);
  expect(first.text).not.toContain(stranger.keyId);
  const next = /href="(\/account\/activity\?before=[^"]+)"/.exec(first.text)![1]!;
  const rest = await open(next);
  expect(rest.text.match(/key_\d+</g)).toHaveLength(5);
  expect(rest.text).toContain('API key created');
  expect((await call(api, 'GET', '/account/activity')).status).toBe(303);
});
