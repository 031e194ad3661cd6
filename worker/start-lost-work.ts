import type { Logger } from 'pino';
import { checkEach } from '../activities/check-each';
import type { AlertInput } from '../contracts/alerts';
import type { MailInput, WorkflowMessage } from '../contracts/workflow-messages';
import { alertMessage } from '../domain/messages/alerts';
import { erasureMessage } from '../domain/messages/erasures';
import { mailMessage } from '../domain/messages/mails';
import type { ScanPatience } from '../domain/messages/patience';
import { orphanRefundMessage } from '../domain/messages/reconciliation';
import { scanMessage } from '../domain/messages/scans';
import { webhookDeliveryMessage } from '../domain/messages/webhook-deliveries';
import type { LostWorkName } from '../domain/waiting';
import { STARTED_AGAIN_EVERY_MS } from '../domain/waits';
import type { Database } from '../prisma/client';
import { findAlert } from '../store/alerts/read-alerts';
import { enqueue } from '../store/outbox/enqueue';
import { thisMinute } from '../store/outbox/this-minute';
import { findBreak } from '../store/reconciliation/read-breaks';
import { lostWork, type LostWork } from '../store/sweeps/lost-work';
import { loadDelivery } from '../store/webhooks/read-deliveries';

/** Start of the workflow of a row, by its id; null where the row is gone. A kind without a line here does not compile. */
type Starts = Record<LostWorkName, (id: string) => Promise<WorkflowMessage | null> | WorkflowMessage>;

function startsOf(db: Database, patience: ScanPatience): Starts {
  return {
    // With the signal, as nothing else would end the wait for a confirmation that is in its row.
    scan: (id) => scanMessage(patience, id, 'scanConfirmed'),
    orphan_return: async (id) => {
      const orphan = await findBreak(db, id);
      return orphan && orphanRefundMessage(orphan);
    },
    webhook_delivery: async (deliveryId) => {
      const delivery = await loadDelivery(db, deliveryId);
      return delivery && webhookDeliveryMessage({ ...delivery.webhook, ...delivery, deliveryId }, {});
    },
    mail: (id) => mailMessage(inTwo<MailInput>(id, 'mail', 'id')),
    alert: async (id) => {
      const alert = inTwo<AlertInput>(id, 'alert', 'subject');
      const raised = await findAlert(db, alert);
      return raised && alertMessage({ ...alert, channels: raised.undelivered });
    },
    erasure: (id) => erasureMessage(id),
  };
}

/**
 * Starts the workflow of each row again that has waited for longer than `domain/waiting.ts` says, by the outbox. One that
 * runs is left alone, one that was terminated, ended or lost begins anew, and what it did before is not done twice: its
 * row says what is left.
 */
export async function startLostWork(
  db: Database,
  patience: ScanPatience,
  { log, onProgress }: { log: Logger; onProgress: () => void },
): Promise<void> {
  const starts = Object.entries(startsOf(db, patience)) as [LostWorkName, Starts[LostWorkName]][];
  for (const [name, start] of starts) {
    const started = await checkEach<LostWork>(
      db,
      {
        name: 'lost_work',
        list: (before, limit) => lostWork(db, name, before, limit),
        idOf: ({ workflowId }) => workflowId,
        atMostEveryMs: STARTED_AGAIN_EVERY_MS,
        check: async ({ id, workflowId }) => {
          const message = await start(id);
          if (!message) return false;
          // Workers that look at the same time start it once.
          return (await enqueue(db, `again:${workflowId}:${thisMinute()}`, { ...message, restarts: true })) !== null;
        },
      },
      {
        onProgress,
        onFailure: (workflowId, error) => log.error({ workflowId, err: error }, 'lost work could not be started again'),
      },
    );
    if (started > 0) log.warn({ waiting: name, started }, 'work that waits for long was started again');
  }
}

/** The two parts of an id, of which the first has no slash. */
function inTwo<Input>(id: string, first: keyof Input & string, second: keyof Input & string): Input {
  const slash = id.indexOf('/');
  return { [first]: id.slice(0, slash), [second]: id.slice(slash + 1) } as Input;
}
