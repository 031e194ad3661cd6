/** Sending emails, and how the mail provider's failures are classified. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../local/ports';
import type { Mail } from '../../vendors/mail/mailer';
import { createMailer, liftProviderSuppression } from '../../vendors/mail/provider';

const mail: Mail = {
  to: 'reader@example.com',
  subject: 'Your dossier is ready',
  html: '<p>Ready</p>',
  text: 'Ready',
  idempotencyKey: 'run-completed/run_1',
};
const from = 'Newsletter Opportunity Intelligence <noreply@example.com>';

/** Makes a call to a provider that always gives the same response. Returns the request, and the failure or result. */
async function withProvider(
  { status, body, headers = {} }: { status: number; body: string; headers?: Record<string, string> },
  call: (baseUrl: string) => Promise<unknown>,
) {
  let asked!: IncomingMessage;
  const server = createServer((request, response) => {
    asked = request;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outcome = await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).catch(
    (error: unknown) => error,
  );
  server.closeAllConnections();
  server.close();
  return { outcome, asked };
}
const send = (baseUrl: string) => createMailer({ apiKey: 're_key', baseUrl, from }).send(mail);
const error = (statusCode: number, name: string) => JSON.stringify({ statusCode, name, message: 'No.' });

test('sends its idempotency key, and treats a mail as sent if the key is known', async () => {
  const { outcome, asked } = await withProvider({ status: 200, body: JSON.stringify({ id: 'mail_1' }) }, send);
  expect(outcome).toBeUndefined();
  expect(asked.headers).toMatchObject({ 'idempotency-key': mail.idempotencyKey, authorization: 'Bearer re_key' });
  const known = { status: 409, body: error(409, 'invalid_idempotent_request') };
  expect((await withProvider(known, send)).outcome).toBeUndefined();
});

test.each([
  ['2', 2_000],
  ['tomorrow', null],
])('after a rate limit with Retry-After %s waits %s ms', async (after, retryAfterMs) => {
  const limited = { status: 429, body: error(429, 'rate_limit_exceeded'), headers: { 'retry-after': after } };
  expect((await withProvider(limited, send)).outcome).toMatchObject({ kind: 'rate_limited', retryAfterMs });
});

test.each([
  [422, error(422, 'validation_error'), 'rejected'],
  [401, error(401, 'missing_api_key'), 'rejected'],
  [409, error(409, 'concurrent_idempotent_requests'), 'unavailable'],
  [500, error(500, 'internal_server_error'), 'unavailable'],
  [502, '<h1>Bad gateway</h1>', 'unavailable'],
  [503, '{"error":"no upstream"}', 'unavailable'],
])('maps %i %s to %s', async (status, body, kind) => {
  expect((await withProvider({ status, body }, send)).outcome).toMatchObject({ name: 'MailError', kind });
});

test.each([
  [200, { object: 'suppression', id: 'sup_1', deleted: true }, true],
  [404, { statusCode: 404, name: 'not_found', message: 'No.' }, false],
])('lifts a suppression if the provider answers %i', async (status, body, lifted) => {
  const lift = (baseUrl: string) => liftProviderSuppression({ apiKey: 're_key', baseUrl }, 'back@example.com');
  const { outcome, asked } = await withProvider({ status, body: JSON.stringify(body) }, lift);
  expect(outcome).toBe(lifted);
  expect([asked.method, decodeURIComponent(asked.url!)]).toEqual(['DELETE', '/suppressions/back@example.com']);
  await expect(lift(`http://127.0.0.1:${await freePort()}`)).rejects.toThrow(
    'did not remove back@example.com from its suppression list',
  );
});
