import type { StepUpMethod } from '../../contracts/account';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { recordPasskeyUse, type UsedPasskey } from '../passkeys/record-passkey-use';
import { recordPasswordSuccess, type RightPassword } from './record-password-success';

/** A proof of identity that was checked. */
export type Proof =
  | ({ method: Extract<StepUpMethod, 'password'> } & RightPassword)
  | ({ method: Extract<StepUpMethod, 'passkey'> } & UsedPasskey);

/**
 * Records a recent proof of identity under a new cookie, so that a copy of the old one is void. False if the session
 * has ended meanwhile, or the passkey counts no more.
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
