import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { DossierShare, Queryable } from '../../prisma/client';
import { requestMail } from '../mail/request-mail';
import type { PendingMessage } from '../outbox/enqueue';

/** Limit of links to one dossier at a time. */
export const MAX_SHARES = 10;

/** A link that is wanted: the hash of its token, and how long it works. */
export interface WantedShare {
  tokenHash: Buffer;
  lifetimeMs: number;
}

/** A new link, and the mail that tells the owner of it. */
export interface AddedShare {
  share: DossierShare;
  pending: PendingMessage | null;
}

/**
 * Adds a link to the dossier of a run or of a bought opportunity, whose row the caller has locked: concurrent links are
 * counted one after the other. Mails the owner: who has the link needs no account.
 *
 * @throws Failure `too_many_shares`
 */
export async function addShare(
  tx: Queryable,
  of: { runId: string } | { orderId: string },
  { tokenHash, lifetimeMs }: WantedShare,
): Promise<AddedShare> {
  const [runId, orderId] = 'runId' in of ? [of.runId, null] : [null, of.orderId];
  const { rows } = await tx.query<DossierShare>({
    text: `INSERT INTO run_shares (id, run_id, order_id, token_hash, expires_at)
           SELECT $1, $2, $3, $4, now() + $5 * interval '1 millisecond'
           WHERE (SELECT count(*) FROM run_shares WHERE (run_id = $2 OR order_id = $3) AND expires_at > now()) < $6
           RETURNING id, run_id AS "runId", order_id AS "orderId", token_hash AS "tokenHash", created_at AS "createdAt",
                     expires_at AS "expiresAt"`,
    values: [newId('shr'), runId, orderId, tokenHash, lifetimeMs, MAX_SHARES],
  });
  if (!rows[0]) throw new Failure('too_many_shares', { detail: `A dossier may have ${MAX_SHARES} links at a time.` });
  return { share: rows[0], pending: await requestMail(tx, { mail: 'new_share', id: rows[0].id }) };
}
