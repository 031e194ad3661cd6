import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMailer } from '../../providers/mail/create-mailer';
import { liftProviderSuppression } from '../../providers/mail/lift-suppression';
import { MailError, type Mail } from '../../providers/mail/mailer';
import { freePort } from '../../local/ports';
import { startInbox, type Inbox } from '../support/inbox';

const mail: Mail = {
  to: 'reader@example.com',
  subject: 'Your dossier is ready',
  html: '<p>Ready</p>',
  text: 'Ready',
  idempotencyKey: 'run-completed/run_1',
};
const from = 'Newsletter Opportunity Intelligence <noreply@example.com>';

describe('against the mail stand-in', () => {
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await startInbox();
  });
  afterAll(() => inbox.close());

  test('a mail arrives whole', async () => {
    await inbox.mailer.send({ ...mail, replyTo: 'staff@example.com', headers: { 'List-Unsubscribe': '<https://x>' } });
    const { to, subject, html, text } = mail;
    expect(await inbox.mailsTo(to)).toEqual([expect.objectContaining({ to: [to], subject, html, text })]);
  });
});

describe('against a provider that fails', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });

  /** Sends one mail to a server with a fixed answer; returns the failure and the request. */
  async function sendTo(status: number, body: string, headers: Record<string, string> = {}) {
    let asked: IncomingHttpHeaders = {};
    server = createServer((request, response) => {
      asked = request.headers;
      response.writeHead(status, headers).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await createMailer({ apiKey: 're_key', baseUrl, from })
      .send(mail)
      .catch((error: unknown) => error);
    return { outcome, asked };
  }
  const resendError = (statusCode: number, name: string) => JSON.stringify({ statusCode, name, message: 'No.' });

  test('the idempotency key and the API key are sent', async () => {
    const { outcome, asked } = await sendTo(200, JSON.stringify({ id: 'mail_1' }));
    expect(outcome).toBeUndefined();
    expect(asked).toMatchObject({ 'idempotency-key': mail.idempotencyKey, authorization: 'Bearer re_key' });
  });

  test('a mail whose answer was lost, and whose facts have changed since, was sent', async () => {
    const { outcome } = await sendTo(409, resendError(409, 'invalid_idempotent_request'));
    expect(outcome).toBeUndefined();
  });

  test('429 is rate_limited and says when to try again', async () => {
    const { outcome } = await sendTo(429, resendError(429, 'rate_limit_exceeded'), { 'retry-after': '2' });
    expect(outcome).toBeInstanceOf(MailError);
    expect(outcome).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2000 });
  });

  test('429 without a usable Retry-After leaves the delay open', async () => {
    const { outcome } = await sendTo(429, resendError(429, 'daily_quota_exceeded'), { 'retry-after': 'tomorrow' });
    expect(outcome).toMatchObject({ kind: 'rate_limited', retryAfterMs: null });
  });

  test.each([
    ['422', 422, resendError(422, 'validation_error'), 'rejected'],
    ['401', 401, resendError(401, 'missing_api_key'), 'rejected'],
    ['the same mail still being taken', 409, resendError(409, 'concurrent_idempotent_requests'), 'unavailable'],
    ['500', 500, resendError(500, 'internal_server_error'), 'unavailable'],
    ['a proxy that answers in HTML', 502, '<h1>Bad gateway</h1>', 'unavailable'],
    ['a proxy that answers in JSON of its own', 503, '{"error":"no upstream"}', 'unavailable'],
  ])('%s', async (_, status, body, kind) => {
    const { outcome } = await sendTo(status, body);
    expect(outcome).toBeInstanceOf(MailError);
    expect(outcome).toMatchObject({ kind });
  });

  test('nobody listening is unavailable', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    await expect(createMailer({ apiKey: 're_key', baseUrl, from }).send(mail)).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});

test.each([
  [200, { object: 'suppression', id: 'sup_1', deleted: true }, true],
  [404, { statusCode: 404, name: 'not_found', message: 'No.' }, false],
])('an address is taken off the list of the provider, which answers %i: %j', async (status, body, lifted) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${decodeURIComponent(request.url!)} ${request.headers.authorization}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await liftProviderSuppression({ apiKey: 're_key', baseUrl }, 'back@example.com')).toBe(lifted);
  expect(asked).toEqual(['DELETE /suppressions/back@example.com Bearer re_key']);
  server.closeAllConnections();
  server.close();
});

test('a provider that keeps an address on its list, or does not answer, is reported, and nothing counts as lifted', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  await expect(liftProviderSuppression({ apiKey: 're_key', baseUrl }, 'back@example.com')).rejects.toThrow(
    'did not take back@example.com off its list',
  );
});
