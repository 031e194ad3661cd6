import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SecretRetired, type Secret, type Secrets } from './secrets';

/** Generates a token of 256 random bits. For values stored only as hashes, such as sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token, which we store and look up. The time of the lookup reveals nothing about the token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Derives the token of an emailed link: 256 bits from the service's secret, unique per purpose and id. Not random,
 * because we store only its hash and must repeat an email byte for byte.
 */
export function linkToken(secret: Secret, purpose: string, id: string): string {
  return mac(secret, `${purpose}:${id}`).toString('base64url');
}

/** Stored form of an emailed token: its hash and the id of the secret that it derives from. */
export interface NewLinkToken {
  tokenHash: Buffer;
  tokenKeyId: string;
}

/** {@link NewLinkToken} as read from a row; null before the link was issued. */
export interface StoredToken {
  tokenHash: Uint8Array | null;
  tokenKeyId: string | null;
}

/** Derives a link's token and returns its stored form. */
export function newLinkToken(secret: Secret, purpose: string, id: string): NewLinkToken {
  return { tokenHash: hashToken(linkToken(secret, purpose, id)), tokenKeyId: secret.id };
}

/** Derives an existing link's token again, even after a rotation. @throws SecretRetired if its secret was removed */
export function repeatLinkToken(secrets: Secrets, purpose: string, id: string, stored: StoredToken): string {
  for (const secret of secrets) {
    const token = linkToken(secret, purpose, id);
    if (stored.tokenHash && hashToken(token).equals(stored.tokenHash)) return token;
  }
  throw new SecretRetired('TOKEN_SECRET', stored.tokenKeyId);
}

/** Token of an unsubscribe link: the consent id and its MAC. It never expires. */
export function unsubscribeToken(secret: Secret, consentId: string): string {
  return `${consentId}.${linkToken(secret, 'unsubscribe', consentId)}`;
}

/** Verifies an unsubscribe token and returns its consent id; null if none of these secrets signed it. */
export function readUnsubscribeToken(secrets: Secrets, token: string): string | null {
  const [consentId = '', seal = ''] = token.split('.');
  const given = Buffer.from(seal);
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(linkToken(secret, 'unsubscribe', consentId));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs && token === `${consentId}.${seal}` ? consentId : null;
}

/** Keyed hash of the IP address that gave consent. A plain hash could be reversed by trying all addresses. */
export function hashSource(secret: Secret, address: string): Buffer {
  return mac(secret, `source:${address}`);
}

/** Keyed hash of an anonymous buyer's network. Does not match the {@link hashSource} of the same network. */
export function hashBuyerNetwork(secret: Secret, network: string): Buffer {
  return mac(secret, `buyer network:${network}`);
}

/** Keyed hash of a mailbox that somebody typed, for counting the emails to it. */
export function hashTypedMailbox(secret: Secret, mailbox: string): string {
  return mac(secret, `typed mailbox:${mailbox}`).toString('base64url');
}

/** Keyed hash, in 16 hex digits, of the network from which a rejected request or a sign-in came. For log lines. */
export function hashLoggedNetwork(secret: Secret, network: string): string {
  return mac(secret, `logged network:${network}`).toString('hex').slice(0, 16);
}

const HALF = 16;

/** Generates a buyer's cookie: 128 random bits and a MAC of the same length that proves we issued it. */
export function newBuyerToken(secret: Secret): string {
  return sealedBuyer(secret, randomBytes(HALF)).toString('base64url');
}

export function isBuyerToken(secrets: Secrets, token: string): boolean {
  const given = Buffer.from(token, 'base64url');
  if (given.length !== 2 * HALF || given.toString('base64url') !== token) return false;
  return secrets.some((secret) => timingSafeEqual(sealedBuyer(secret, given.subarray(0, HALF)), given));
}

function sealedBuyer(secret: Secret, drawn: Buffer): Buffer {
  return Buffer.concat([drawn, mac(secret, `buyer:${drawn.toString('base64url')}`).subarray(0, HALF)]);
}

/** Keyed hashes of a suppressed email address, one per secret, the current secret's first. */
export function hashSuppressed(secrets: readonly Secret[], email: string): string[] {
  return secrets.map((secret) => `hashed:${mac(secret, `suppressed:${email}`).toString('base64url')}`);
}

function mac(secret: Secret, text: string): Buffer {
  return createHmac('sha256', secret.value).update(text).digest();
}
