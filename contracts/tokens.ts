import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, for what is handed out at once and kept as its hash only, such as a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token: what is stored and looked up, so that comparing it tells nothing of the token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * The token of a link that is mailed: 256 bits that nobody can make without the service's secret, other than those of any
 * other purpose or id. Derived and not drawn, because the worker that repeats a mail must repeat it byte for byte, and only the
 * hash is stored.
 */
export function linkToken(secret: string, purpose: string, id: string): string {
  return mac(secret, `${purpose}:${id}`).toString('base64url');
}

/** The token of an unsubscribe link: the consent it withdraws, sealed. It has no expiry (contract.md, Tokens). */
export function unsubscribeToken(secret: string, consentId: string): string {
  return `${consentId}.${linkToken(secret, 'unsubscribe', consentId)}`;
}

/** The consent that an unsubscribe token withdraws, or null for a token that we did not make. */
export function readUnsubscribeToken(secret: string, token: string): string | null {
  const [consentId = '', seal = ''] = token.split('.');
  const expected = Buffer.from(linkToken(secret, 'unsubscribe', consentId));
  const given = Buffer.from(seal);
  return token === `${consentId}.${seal}` && given.length === expected.length && timingSafeEqual(given, expected)
    ? consentId
    : null;
}

/** Where a consent came from: a keyed hash, since the few addresses there are could be tried through a plain one. */
export function hashSource(secret: string, address: string): Buffer {
  return mac(secret, `source:${address}`);
}

function mac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
