import { bareAddress } from '../../contracts/email-address';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { suppress } from './unsubscribe';

/** Event of the mail provider about addresses. */
export interface MailEventReport {
  id: string;
  type: string;
  /** Reason to suppress the addresses, or null if the event changes nothing. */
  reason: 'bounce' | 'complaint' | null;
  addresses: string[];
}

/**
 * Handles an event of the mail provider once; returns false for a repetition. Addresses that bounced or complained get
 * no more mail, except our own mailboxes (by the setting that names each): those raise an alert, once a day.
 */
export function recordMailEvent(
  db: Database,
  event: MailEventReport,
  ownMailboxes: Record<string, string> = {},
): Promise<boolean> {
  const { reason } = event;
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'INSERT INTO mail_events (id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [event.id, event.type],
    });
    if (rowCount === 0) return false;
    if (!reason) return true;
    for (const email of event.addresses) {
      const mailbox = Object.keys(ownMailboxes).find((name) => bareAddress(ownMailboxes[name]!) === email);
      if (mailbox) await raiseBounced(tx, mailbox, reason);
      else await suppress(tx, email, 'all', reason);
    }
    return true;
  });
}

// The name of the setting replaces the address, which must not enter a workflow's id.
function raiseBounced(tx: Queryable, mailbox: string, reason: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  return raiseAlert(tx, {
    alert: 'mailbox-bounced',
    subject: `${mailbox}/${reason}/${day}`,
    facts: { mailbox, reason },
  });
}
