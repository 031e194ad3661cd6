import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readText, sendJson, stall } from '../../stand-ins/base/http';

/** A mail that the provider took, by its idempotency key. */
export interface KeptMail {
  to: string;
  subject: string;
  /** Of its content; null accepts any, once moments in it were shifted. */
  digest: string | null;
  /** Token of the link in it, where there is one. */
  token: string | null;
  /** When it was taken first, in milliseconds since 1970. */
  at: number;
}

/** A fault of the next mail. */
export interface MailFault {
  match: 'POST /emails';
  effect: 'error_500' | 'timeout_before' | 'timeout_after';
  delayMs: number;
}

/**
 * The mail provider and the receiver of alerts. As at the vendor, a key delivers once, and a key that is sent with
 * another content is refused.
 */
export interface Postbox {
  url: string;
  mails: Map<string, KeptMail>;
  /** Deduplication keys of the alerts received. */
  alerts: Set<string>;
  /** Keys that were sent again to somebody else, whose mail is lost. */
  conflicting: Set<string>;
  armed: MailFault[];
  close(): Promise<void>;
}

/** Listens on loopback. */
export async function startPostbox(): Promise<Postbox> {
  const postbox = {
    mails: new Map<string, KeptMail>(),
    alerts: new Set<string>(),
    conflicting: new Set<string>(),
    armed: [] as MailFault[],
  };
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
  postbox: Omit<Postbox, 'url' | 'close'>,
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
    // What it says may have changed between two tries, as its subject then does; whom it is for may not.
    if (kept.to !== String(to)) postbox.conflicting.add(key);
    return sendJson(response, 409, '{"name":"invalid_idempotent_request","message":"Key used","statusCode":409}');
  }
  const token = /[?&]token=([\w.~-]+)/.exec(body)?.[1] ?? null;
  postbox.mails.set(key, { to: String(to), subject, digest, token, at: kept?.at ?? Date.now() });
  if (fault) return stall(response, fault.delayMs);
  sendJson(response, 200, JSON.stringify({ id: createHash('md5').update(key).digest('hex') }));
}
