import type { Logger } from 'pino';
import { checkEach } from '../activities/check-each';
import type { ScanLimits } from '../base/work-limits';
import type { MailInput, WorkflowMessage } from '../base/workflow-messages';
import type { AlertInput } from '../modules/alerts/contract';
import { alertMessage } from '../modules/alerts/messages';
import { findAlert } from '../modules/alerts/store/alerts';
import { erasureMessage } from '../modules/erasure/messages';
import { repeatErasure, restoredAccounts } from '../modules/erasure/store/begin-erasure';
import { alertErasedBalances } from '../modules/erasure/store/open-money';
import { alertStuckErasures } from '../modules/erasure/store/purge';
import type { ResearchAgents } from '../modules/findings/contract/agents';
import { findProvisionedAgent } from '../modules/findings/store/agents';
import { mailMessage } from '../modules/mail/messages';
import {
  openSessions,
  recordSessionCost,
  recordStrays,
  sessionsOfDeletedRuns,
} from '../modules/operations/store/sessions';
import { lostWork, type LostWork } from '../modules/operations/store/sweeps';
import type { LostWorkName } from '../modules/operations/waiting';
import { enqueue, thisMinute } from '../modules/outbox/store/outbox';
import { STARTED_AGAIN_EVERY_MS } from '../modules/outbox/sweeps';
import { orphanRefundMessage } from '../modules/reconciliation/messages';
import { findBreak } from '../modules/reconciliation/store/breaks';
import { recordSessionsDeleted } from '../modules/runs/store/delete';
import { scanMessage } from '../modules/scans/messages';
import { webhookDeliveryMessage } from '../modules/webhooks/messages';
import { loadDelivery } from '../modules/webhooks/store/deliveries';
import type { Database } from '../prisma/client';

const SESSIONS_EVERY_MS = 60_000;

/** How far back to search the provider for sessions. Much longer than the deadline of any work. */
const STRAYS_WITHIN_MS = 3 * 24 * 3_600_000;

/** Finds open sessions at the agent provider whose work has ended or was lost in a restore. */
export async function findStrays(db: Database, agents: ResearchAgents, agentName: string, log: Logger): Promise<void> {
  const agent = await findProvisionedAgent(db, agentName, agents.definition);
  if (agent?.provider !== agents.provider) return;
  for await (const page of agents.listOpen(agent, new Date(Date.now() - STRAYS_WITHIN_MS))) {
    const sessions = page.map(({ reference, ...session }) => ({ ...session, assignmentId: reference }));
    const found = await recordStrays(db, sessions);
    if (found > 0) log.warn({ sessions: found }, 'found agent sessions that no open work refers to');
  }
}

/** Closes open sessions of work that has ended and records their costs. Returns how many it closed. */
export async function closeSessions(
  db: Database,
  agents: ResearchAgents,
  log: Logger,
  onProgress: () => void,
): Promise<number> {
  return checkEach(
    db,
    {
      name: 'open_sessions',
      atMostEveryMs: SESSIONS_EVERY_MS,
      list: (before, limit) => openSessions(db, before, limit),
      idOf: ({ sessionId }) => sessionId,
      async check(session) {
        // Null for a session that the provider no longer knows. Its cost stays unknown.
        const spend = await agents.stop(session.sessionId);
        if (session.erased) await agents.erase(session.sessionId);
        await recordSessionCost(db, session, spend?.costMicros ?? null);
        return spend !== null;
      },
    },
    {
      onProgress,
      onFailure: (sessionId, error) => log.warn({ sessionId, err: error }, 'a session could not be closed'),
    },
  );
}

/** Deletes the sessions of deleted runs at the agent provider. */
export async function deleteSessions(
  db: Database,
  agents: Pick<ResearchAgents, 'erase'>,
  log: Logger,
  onProgress: () => void,
): Promise<void> {
  await checkEach(
    db,
    {
      name: 'deleted_runs',
      atMostEveryMs: SESSIONS_EVERY_MS,
      list: (before, limit) => sessionsOfDeletedRuns(db, before, limit),
      idOf: ({ runId }) => runId,
      async check({ runId, sessionIds }) {
        for (const sessionId of sessionIds) await agents.erase(sessionId);
        await recordSessionsDeleted(db, runId);
        return true;
      },
    },
    {
      onProgress,
      onFailure: (runId, error) =>
        log.warn({ runId, err: error }, 'the sessions of a deleted run could not be deleted'),
    },
  );
}

const CHECK_EVERY_MS = 3_600_000;
const ALERTED_AT_ONCE = 100;

/** Alerts operators to erasures that do not complete, and to money left in erased accounts. */
export async function alertOfErasures(db: Database): Promise<void> {
  await alertStuckErasures(db, ALERTED_AT_ONCE);
  await alertErasedBalances(db, ALERTED_AT_ONCE);
}

/** Restarts erasures that Temporal has a record of but a restored database lacks. @throws the error of `begun` */
export async function repeatErasures(
  db: Database,
  begun: () => Promise<string[]>,
  { log, onProgress }: { log: Logger; onProgress(): void },
): Promise<void> {
  const accountIds = await begun();
  const repeated = await checkEach<string>(
    db,
    {
      name: 'restored_erasures',
      list: (before, limit) => restoredAccounts(db, accountIds, before, limit),
      idOf: (accountId) => accountId,
      atMostEveryMs: CHECK_EVERY_MS,
      check: (accountId) => repeatErasure(db, accountId).then(() => true),
    },
    {
      onProgress,
      onFailure: (accountId, error) => log.warn({ accountId, err: error }, 'an erasure could not be restarted'),
    },
  );
  if (repeated > 0) log.warn({ accounts: repeated }, 'erasures undone by a restore were restarted');
}

/** Builds the message that starts a row's workflow; null if the row is gone. A missing kind does not compile. */
type Starts = Record<LostWorkName, (id: string) => Promise<WorkflowMessage | null> | WorkflowMessage>;

function startsOf(db: Database, limits: ScanLimits): Starts {
  return {
    // Includes the signal, because the row is already confirmed and nothing else would end the wait.
    scan: (id) => scanMessage(limits, id, 'scanConfirmed'),
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
 * Restarts the workflow of each row that has waited longer than `modules/operations/waiting.ts` allows. Does not affect
 * a running workflow. A lost workflow starts from the beginning, and its row records what is left to do.
 */
export async function startLostWork(
  db: Database,
  limits: ScanLimits,
  { log, onProgress }: { log: Logger; onProgress: () => void },
): Promise<void> {
  const starts = Object.entries(startsOf(db, limits)) as [LostWorkName, Starts[LostWorkName]][];
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
          // Two workers that check at the same time start a workflow only once.
          return (await enqueue(db, `again:${workflowId}:${thisMinute()}`, { ...message, restarts: true })) !== null;
        },
      },
      {
        onProgress,
        onFailure: (workflowId, error) => log.error({ workflowId, err: error }, 'lost work could not be restarted'),
      },
    );
    if (started > 0) log.warn({ waiting: name, started }, 'work that waited too long was restarted');
  }
}

function inTwo<Input>(id: string, first: keyof Input & string, second: keyof Input & string): Input {
  const slash = id.indexOf('/');
  return { [first]: id.slice(0, slash), [second]: id.slice(slash + 1) } as Input;
}
