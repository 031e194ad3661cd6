import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../local/ports';
import { built } from '../../local/process/launch';
import { readText, sendJson, stall } from '../../stand-ins/base/http';
import type { Mail } from '../../vendors/mail/mailer';
import { createMailer } from '../../vendors/mail/provider';
import { eventually } from './eventually';

/** All links in the HTML and text of an email, without duplicates. */
export function linksIn(mail: Pick<Mail, 'html' | 'text'>): URL[] {
  const found = [...mail.html.matchAll(/href="([^"]+)"/g), ...mail.text.matchAll(/(https?:\/\/[^\s<>"]+)/g)];
  return [...new Set(found.map(([, address]) => address!.replaceAll('&amp;', '&')))].map((href) => new URL(href));
}

/** The token in an email's link. */
export function tokenIn(mail: Pick<Mail, 'html' | 'text'>): string {
  const token = linksIn(mail)
    .map((link) => link.searchParams.get('token'))
    .find((one) => one !== null);
  if (!token) throw new Error('The mail has no link with a token');
  return token;
}

/** Waits for the email to `to` whose idempotency key begins with `type`. */
export function mailTo(mails: readonly Mail[], to: string, type: string): Promise<Mail> {
  return eventually(`${type} to ${to}`, () =>
    mails.findLast((mail) => mail.to === to && mail.idempotencyKey.startsWith(`${type}/`)),
  );
}

const BODY = /<body[^>]*>(.*)<\/body>/s;

/** The email as a mail client shows it: as the main part of a page. */
export function shown(mail: string): string {
  return mail.replace(BODY, (body, content: string) => body.replace(content, () => `<main>${content}</main>`));
}

/** The email as a strict webmail client shows it: without its head, style sheets, classes and comments. */
export function withoutStyleSheets(mail: string): string {
  const bare = BODY.exec(mail)![1]!
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/ class="[^"]*"/g, '');
  return `<!doctype html><html lang="en"><head><title>Inbox</title><meta name="viewport" content="width=device-width"></head>
    <body style="margin:0;background:#fff"><main>${bare}</main></body></html>`;
}

export type Mailbox = { mailsTo(to: string): Promise<Pick<Mail, 'subject' | 'html' | 'text'>[]> };

/** Waits until a mailbox has more than `seen` emails to `to` with `subject` in their subject. Returns the latest. */
export const mailWith = (mailbox: Mailbox, to: string, subject: string, seen = 0) =>
  eventually(`a mail "${subject}" to ${to}`, async () => {
    const mails = (await mailbox.mailsTo(to)).filter((mail) => mail.subject.includes(subject));
    return mails.length > seen && mails.at(-1);
  });

interface ReceivedMail {
  to: string[];
  from: string;
  subject: string;
  html: string;
  text: string;
}

const API_KEY = 're_local';

/** Starts the mail stand-in in a separate process, with an empty inbox and the product's client for it. */
export async function startInbox() {
  const child = spawn(process.execPath, [built('stand-ins/mail/main')], {
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { listening: url } = JSON.parse(line.toString()) as { listening: string };
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(url + path, { headers: { authorization: `Bearer ${API_KEY}` } })).json()) as T;
  const mailsTo = async (to: string) => {
    const { data } = await get<{ data: { id: string; to: string[] }[] }>('/emails?limit=100');
    const ids = data.filter((mail) => mail.to.includes(to)).map(({ id }) => id);
    return Promise.all(ids.map((id) => get<ReceivedMail>(`/emails/${id}`)));
  };
  return {
    url,
    mailer: createMailer({ apiKey: API_KEY, baseUrl: url, from: 'Tests <hello@example.com>' }),
    mailsTo,
    mailTo: (to: string, subject: string) => mailWith({ mailsTo }, to, subject),
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A fault that occurs when the product sends the next email. */
export interface MailFault {
  match: 'POST /emails';
  effect: 'error_500' | 'timeout_before' | 'timeout_after';
  delayMs: number;
}

/** An email that the provider accepted. */
interface KeptMail {
  to: string;
  subject: string;
  /** Digest of the content. Null after a test shifts the email's timestamps; any content is then accepted. */
  digest: string | null;
  /** Time of the first acceptance, in milliseconds since 1970. */
  at: number;
}

/**
 * A server that takes emails as the mail provider does, and alerts as the alert service does. Delivers once per key
 * and, like the mail provider, rejects a key that is reused with different content.
 */
export type Postbox = Awaited<ReturnType<typeof startPostbox>>;

const emptyPostbox = () => ({
  mails: new Map<string, KeptMail>(),
  /** Deduplication keys of the alerts received. */
  alerts: new Set<string>(),
  /** Idempotency keys that were reused for a different recipient, whose email is lost. */
  conflicting: new Set<string>(),
  armed: [] as MailFault[],
});

/** Starts the mail provider and alert receiver on loopback. */
export async function startPostbox() {
  const postbox = emptyPostbox();
  const server = createServer((request, response) => {
    receive(postbox, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(postbox, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function receive(
  postbox: ReturnType<typeof emptyPostbox>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readText(request);
  if (request.url !== '/emails') {
    postbox.alerts.add((JSON.parse(body) as { dedup_key: string }).dedup_key);
    return sendJson(response, 202, '{}');
  }
  const fault = postbox.armed.shift();
  if (fault?.effect === 'error_500')
    return sendJson(response, 500, '{"name":"internal_server_error","message":"Fault","statusCode":500}');
  if (fault?.effect === 'timeout_before') return stall(response, fault.delayMs);
  const key = String(request.headers['idempotency-key']);
  const { to, subject } = JSON.parse(body) as { to: string | string[]; subject: string };
  const digest = createHash('sha256').update(body).digest('hex');
  const kept = postbox.mails.get(key);
  if (kept && kept.digest !== null && kept.digest !== digest) {
    // The content and subject may change between attempts; the recipient may not.
    if (kept.to !== String(to)) postbox.conflicting.add(key);
    return sendJson(response, 409, '{"name":"invalid_idempotent_request","message":"Key used","statusCode":409}');
  }
  postbox.mails.set(key, { to: String(to), subject, digest, at: kept?.at ?? Date.now() });
  if (fault) return stall(response, fault.delayMs);
  sendJson(response, 200, JSON.stringify({ id: createHash('md5').update(key).digest('hex') }));
}
