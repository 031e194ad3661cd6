import { newId } from '../../contracts/ids';
import { transaction, type Database, type Passkey } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { requestMail } from '../mail/request-mail';
import type { PendingMessage } from '../outbox/enqueue';

/** Passkeys that an account may have. */
export const MAX_PASSKEYS = 20;

/** A passkey as its browser made it. */
export type NewPasskey = Pick<Passkey, 'transports' | 'synced' | 'name'> & {
  accountId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
};

/**
 * Adds a passkey to an account and mails its owner. Null, and nothing is added, where the credential is known already
 * (to whatever account) or the account has {@link MAX_PASSKEYS}.
 */
export function addPasskey(db: Database, passkey: NewPasskey): Promise<{ pending: PendingMessage | null } | null> {
  const { accountId, credentialId, publicKey, counter, transports, synced, name } = passkey;
  return transaction(db, async (tx) => {
    // Locked, so that two at once are counted; an account that is erased meanwhile gets none.
    const account = await tx.query({
      text: `SELECT 1 FROM accounts WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`,
      values: [accountId],
    });
    if (!account.rowCount) return null;
    const id = newId('pky');
    const { rowCount } = await tx.query({
      text: `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, synced, name)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8
             WHERE (SELECT count(*) FROM passkeys WHERE account_id = $2) < $9
             ON CONFLICT (credential_id) DO NOTHING`,
      values: [id, accountId, credentialId, publicKey, counter, transports, synced, name, MAX_PASSKEYS],
    });
    if (!rowCount) return null;
    await recordAudit(tx, { action: 'passkey.added', accountId, subject: id, after: { synced } });
    return { pending: await requestMail(tx, { mail: 'new_passkey', id }) };
  });
}
