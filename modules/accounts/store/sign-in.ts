import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import type { PendingMessage } from '../../outbox/store/outbox';
import type { StepUpMethod } from '../contract';
import { USABLE_ACCOUNT } from '../rules';
import { takeLink } from './links';
import { recordPasskeyUse, type UsedPasskey } from './passkeys';
import { recordPasswordSuccess, type RightPassword } from './passwords';
import { openSession, type NewSession } from './sessions';

/**
 * Uses a sign-in link: activates the account and signs the browser in. Returns the path to redirect to, which was
 * stored with the link.
 * @throws Failure `invalid_token` for an unknown, used or expired link
 */
export function signInByLink(
  db: Database,
  tokenHash: Buffer,
  session: NewSession,
): Promise<{ accountId: string; returnPath: string | null; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    const { accountId, returnPath } = await takeLink(tx, 'sign_in', tokenHash);
    const { rows } = await tx.query<{ before: string }>({
      text: `UPDATE accounts SET status = $2
             FROM (SELECT id, status FROM accounts WHERE id = $1 FOR NO KEY UPDATE) AS old
             WHERE accounts.id = old.id AND old.status = ANY($3) RETURNING old.status AS before`,
      values: [accountId, 'active', USABLE_ACCOUNT],
    });
    if (!rows[0]) throw new Failure('invalid_token');
    const isFirst = rows[0].before === 'pending';
    const pending = await openSession(tx, accountId, session, { method: 'mail_link', isFirst });
    return { accountId, returnPath, pending };
  });
}

/** Signs a browser in with a passkey whose signature was checked, unless the passkey is no longer valid. */
export function signInByPasskey(
  db: Database,
  used: UsedPasskey,
  session: NewSession,
): Promise<{ signedIn: boolean; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    if (!(await recordPasskeyUse(tx, used))) return { signedIn: false, pending: null };
    const pending = await openSession(tx, used.accountId, session, { method: 'passkey', isFirst: false });
    return { signedIn: true, pending };
  });
}

export function signInByPassword(
  db: Database,
  right: RightPassword,
  session: NewSession,
): Promise<{ pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    await recordPasswordSuccess(tx, right);
    return { pending: await openSession(tx, right.accountId, session, { method: 'password', isFirst: false }) };
  });
}

export type Proof =
  | ({ method: Extract<StepUpMethod, 'password'> } & RightPassword)
  | ({ method: Extract<StepUpMethod, 'passkey'> } & UsedPasskey);

/**
 * Records that the user has just proved their identity, and replaces the session cookie so that copies of the old one
 * stop working. Returns false if the session has ended in the meantime or the passkey is no longer valid.
 */
export function proveSession(db: Database, proof: Proof, { from, to }: { from: Buffer; to: Buffer }): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await recordProof(tx, proof))) return false;
    const { accountId, method } = proof;
    const { rows } = await tx.query<{ id: string }>({
      text: `UPDATE account_sessions SET hash = $2, proved_at = now(), last_seen_at = now()
             WHERE hash = $1 AND account_id = $3 RETURNING id`,
      values: [from, to, accountId],
    });
    if (!rows[0]) return false;
    await recordAudit(tx, { action: 'step_up.completed', accountId, subject: rows[0].id, after: { method } });
    return true;
  });
}

async function recordProof(tx: Queryable, proof: Proof): Promise<boolean> {
  if (proof.method === 'passkey') return recordPasskeyUse(tx, proof);
  await recordPasswordSuccess(tx, proof);
  return true;
}
