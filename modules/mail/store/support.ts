import { normalMailbox } from '../../../base/email-address';
import { newId } from '../../../base/ids';
import { transaction, type Database, type SupportRequest } from '../../../prisma/client';
import type { PendingMessage } from '../../outbox/store/outbox';
import type { SupportRequest as SupportRequestBody } from '../contract';
import { requestMail } from './mails';

/** Records a support request and its two emails, to the sender and to the staff. */
export function acceptSupportRequest(
  db: Database,
  request: SupportRequestBody,
): Promise<{ id: string; status: 'received'; createdAt: Date; pending: PendingMessage[] }> {
  return transaction(db, async (tx) => {
    const id = newId('sup');
    const { rows } = await tx.query<{ createdAt: Date }>({
      name: 'support-insert',
      text: `INSERT INTO support_requests (id, email, subject, message, category, related_id, status)
             VALUES ($1, $2, $3, $4, $5, $6, 'received') RETURNING created_at AS "createdAt"`,
      values: [id, request.email, request.subject, request.message, request.category, request.relatedId],
    });
    const pending: PendingMessage[] = [];
    for (const mail of ['support_forwarded', 'support_received'] as const) {
      pending.push((await requestMail(tx, { mail, id }))!);
    }
    return { id, status: 'received', createdAt: rows[0]!.createdAt, pending };
  });
}

/** Counts a mailbox's support requests in the hour before this one (docs/interface/accounts.md#links-and-passwords). */
export async function countRecentRequests(db: Database, { email, id }: SupportRequest): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM support_requests
           WHERE mailbox_of(email) = $1 AND created_at > now() - interval '1 hour' AND id < $2`,
    values: [normalMailbox(email), id],
  });
  return rows[0]!.count;
}

export function findSupportRequest(db: Database, id: string): Promise<SupportRequest | null> {
  return db.prisma.supportRequest.findUnique({ where: { id } });
}
