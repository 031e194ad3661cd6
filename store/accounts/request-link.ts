import type { LinkPurpose } from '../../contracts/account';
import { newId } from '../../contracts/ids';
import { transaction, type Database } from '../../prisma/client';
import { requestMail } from '../mail/request-mail';
import type { PendingMessage } from '../outbox/enqueue';

/**
 * Records a request for a link with the mail to send. Does the same work for every address, so timing reveals no
 * account: {@link issueLink} looks the account up after the answer.
 */
export function requestLink(
  db: Database,
  request: { purpose: LinkPurpose; email: string; returnPath: string | null },
): Promise<PendingMessage> {
  return transaction(db, async (tx) => {
    const id = newId('lnk');
    await tx.query({
      name: 'link-request',
      text: 'INSERT INTO account_links (id, purpose, email, return_path) VALUES ($1, $2, $3, $4)',
      values: [id, request.purpose, request.email, request.returnPath],
    });
    return (await requestMail(tx, { mail: 'account_link', id }))!;
  });
}
