import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MODES } from '../../contracts/access';
import { createKey } from '../../store/keys/create-key';
import { call, createCustomer, createEvaluation } from '../support/api';
import { PRESETS } from '../../web/account/key-choices';
import { textOfHtml } from '../support/html-text';
import { csrfOf, sendForm, signIn } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();

test('the account says who calls, what the key may do and which credits are left', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  await createEvaluation(api, customer, 'one');

  const { status, headers, body } = await call(api, 'GET', '/v1/account', { key: customer.apiKey });

  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(body).toMatchObject({
    accountId: customer.accountId,
    emailMasked: 'a***@example.com',
    plan: 'pro',
    mode: 'live',
    apiKey: { apiKeyId: customer.keyId, name: 'test', prefix: customer.apiKey.slice(0, 13), plan: 'pro' },
    entitlements: [
      { kind: 'idea_check', unused: 2, consumed: 1 },
      { kind: 'custom_search', unused: 0, consumed: 0 },
    ],
    contributorBalance: null,
  });
});

test('no answer holds the key or the address of its owner', async () => {
  const customer = await createCustomer(db);
  const { text } = await call(api, 'GET', '/v1/account', { key: customer.apiKey });
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } });
  expect(text).not.toContain(customer.apiKey);
  expect(text).not.toContain(email);
});

test('a test key of a lower plan sees its own plan and the credits of test mode', async () => {
  const { accountId } = await createCustomer(db, { credits: 4 });
  const { secret } = await createKey(db, {
    accountId,
    name: 'sandbox',
    mode: 'test',
    scopes: ['account:read'],
    plan: 'free',
    expiresInMs: 60_000,
  });
  const { body } = await call<{ apiKey: { expiresAt: string } }>(api, 'GET', '/v1/account', { key: secret });
  expect(body).toMatchObject({
    plan: 'pro',
    mode: 'test',
    apiKey: { plan: 'free', scopes: ['account:read'] },
    entitlements: [{ unused: 0 }, { unused: 0 }],
  });
  expect(Date.parse(body.apiKey.expiresAt)).toBeGreaterThan(Date.now());
});

test('a key without the scope is refused', async () => {
  const { apiKey } = await createCustomer(db, { scopes: ['runs:read'] });
  for (const path of ['/v1/account', '/v1/usage']) {
    const { status, body } = await call(api, 'GET', path, { key: apiKey });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  }
});

test.each(MODES.flatMap((mode) => Object.keys(PRESETS).map((preset) => [mode, preset] as const)))(
  'the page of a new %s key of the preset %s prints a request that works with it',
  async (mode, preset) => {
    const cookie = await signIn(api, db, `${mode}-${preset}@example.com`);
    const key = { name: 'k', mode, expiresIn: 'never', preset, csrf: await csrfOf(api, cookie) };
    const { text } = await sendForm(api, '/account/keys', key, { cookie });
    const shown = (id: string) => textOfHtml(new RegExp(`<code id="${id}">(.*?)</code>`, 's').exec(text)![1]!);
    const env = { PATH: process.env.PATH, NOI_API_KEY: shown('secret') };
    const curl = 'curl() { command curl -sS --fail-with-body "$@"; }';
    const { stdout } = await promisify(execFile)('bash', ['-c', `${curl}; ${shown('first-call')}`], { env });
    expect(JSON.parse(stdout)).not.toHaveProperty('code');
  },
);
