import type { Database } from '../../prisma/client';

/** What a passkey is asked for: to sign in, to prove an identity again, or to be added to an account. */
export type PasskeyPurpose = 'sign_in' | 'step_up' | 'add';

/** A challenge by its hash. Except at sign-in it holds for the session that asked for it, and for no other. */
export interface Challenge {
  hash: Buffer;
  purpose: PasskeyPurpose;
  sessionId: string | null;
}

/** Time from a challenge to its answer. */
const LIFETIME_MS = 300_000;

/** Keeps a challenge for its one answer. */
export async function keepChallenge(db: Database, { hash, purpose, sessionId }: Challenge): Promise<void> {
  await db.pool.query({
    name: 'passkey-challenge',
    text: `INSERT INTO passkey_challenges (hash, purpose, session_id, expires_at)
           VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
    values: [hash, purpose, sessionId, LIFETIME_MS],
  });
}

/**
 * Uses a challenge up, whatever becomes of its answer. False for one that is unknown, used or expired, or was made for
 * another purpose or session.
 */
export async function takeChallenge(db: Database, { hash, purpose, sessionId }: Challenge): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM passkey_challenges
           WHERE hash = $1 AND purpose = $2 AND session_id IS NOT DISTINCT FROM $3 AND expires_at > now()`,
    values: [hash, purpose, sessionId],
  });
  return rowCount === 1;
}
