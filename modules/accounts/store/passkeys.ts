import { newId } from '../../../base/ids';
import { transaction, type Database, type Passkey, type Queryable } from '../../../prisma/client';
import { requestMail } from '../../mail/store/mails';
import { recordAudit } from '../../outbox/store/audit';
import type { PendingMessage } from '../../outbox/store/outbox';

/** Passkeys of an account, oldest first. */
export function listPasskeys(db: Database, accountId: string): Promise<Passkey[]> {
  return db.prisma.passkey.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
}

/** Finds a passkey of an active account by credential id, or null. With `accountId`, searches only that account. */
export function findPasskey(
  db: Database,
  credentialId: Buffer,
  accountId: string | undefined,
): Promise<Passkey | null> {
  return db.prisma.passkey.findFirst({
    where: {
      credentialId: new Uint8Array(credentialId),
      account: { status: 'active' },
      ...(accountId !== undefined && { accountId }),
    },
  });
}

/** A passkey with its owner's email address, for an email about the passkey; null if the passkey was removed. */
export function findPasskeyOwner(db: Database, id: string) {
  return db.prisma.passkey.findUnique({ where: { id }, include: { account: { select: { email: true } } } });
}

export const MAX_PASSKEYS = 20;

export type NewPasskey = Pick<Passkey, 'transports' | 'synced' | 'name'> & {
  accountId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
};

/** Adds a passkey and emails the owner. Refuses one that is already registered or exceeds {@link MAX_PASSKEYS}. */
export function addPasskey(
  db: Database,
  passkey: NewPasskey,
): Promise<{ added: boolean; pending: PendingMessage | null }> {
  const { accountId, credentialId, publicKey, counter, transports, synced, name } = passkey;
  return transaction(db, async (tx) => {
    // Locks the account, so that concurrent additions cannot exceed the limit and an account being erased gets no
    // passkey.
    const account = await tx.query({
      text: `SELECT 1 FROM accounts WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`,
      values: [accountId],
    });
    if (!account.rowCount) return { added: false, pending: null };
    const id = newId('pky');
    const { rowCount } = await tx.query({
      text: `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, synced, name)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8
             WHERE (SELECT count(*) FROM passkeys WHERE account_id = $2) < $9
             ON CONFLICT (credential_id) DO NOTHING`,
      values: [id, accountId, credentialId, publicKey, counter, transports, synced, name, MAX_PASSKEYS],
    });
    if (!rowCount) return { added: false, pending: null };
    await recordAudit(tx, { action: 'passkey.added', accountId, subject: id, after: { synced } });
    return { added: true, pending: await requestMail(tx, { mail: 'new_passkey', id }) };
  });
}

/** Renames a passkey of an account. Ignores unknown passkeys and those of other accounts. */
export function renamePasskey(db: Database, accountId: string, id: string, name: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'UPDATE passkeys SET name = $3 WHERE id = $1 AND account_id = $2',
      values: [id, accountId, name],
    });
    if (rowCount) await recordAudit(tx, { action: 'passkey.renamed', accountId, subject: id });
  });
}

/** Removes a passkey of an account, to stop sign-ins with it. Ignores unknown passkeys and those of other accounts. */
export function removePasskey(db: Database, accountId: string, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'DELETE FROM passkeys WHERE id = $1 AND account_id = $2',
      values: [id, accountId],
    });
    if (rowCount) await recordAudit(tx, { action: 'passkey.removed', accountId, subject: id });
  });
}

/** A passkey whose signature was verified, with the counter from the signed data. */
export interface UsedPasskey {
  accountId: string;
  passkeyId: string;
  counter: number;
}

/**
 * Records the use of a passkey in the caller's transaction. Returns false if the passkey was removed since its
 * signature was checked. Also returns false if its counter did not increase, which suggests that somebody used a copy.
 * Passkeys without a counter always report 0.
 */
export async function recordPasskeyUse(
  tx: Queryable,
  { accountId, passkeyId, counter }: UsedPasskey,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `UPDATE passkeys SET counter = $3, last_used_at = now()
           WHERE id = $1 AND account_id = $2 AND (counter < $3 OR (counter = 0 AND $3 = 0))`,
    values: [passkeyId, accountId, counter],
  });
  return rowCount === 1;
}

/** Why we ask for a passkey: to sign in, to prove an identity again, or to add it to an account. */
export type PasskeyPurpose = 'sign_in' | 'step_up' | 'add';

/** A challenge, identified by its hash. Except at sign-in, only the session that requested it may answer it. */
export interface Challenge {
  hash: Buffer;
  purpose: PasskeyPurpose;
  sessionId: string | null;
}

const LIFETIME_MS = 300_000;

/** Stores a challenge, which can be answered once. */
export async function keepChallenge(db: Database, { hash, purpose, sessionId }: Challenge): Promise<void> {
  await db.pool.query({
    name: 'passkey-challenge',
    text: `INSERT INTO passkey_challenges (hash, purpose, session_id, expires_at)
           VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
    values: [hash, purpose, sessionId, LIFETIME_MS],
  });
}

/** Uses up a challenge. Returns false if it is unknown, already used, expired, or for another purpose or session. */
export async function takeChallenge(db: Database, { hash, purpose, sessionId }: Challenge): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM passkey_challenges
           WHERE hash = $1 AND purpose = $2 AND session_id IS NOT DISTINCT FROM $3 AND expires_at > now()`,
    values: [hash, purpose, sessionId],
  });
  return rowCount === 1;
}
