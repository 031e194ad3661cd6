import { activityInfo, heartbeat, log } from '@temporalio/activity';
import type { Mode } from '../base/access';
import { connectedAccountsAfter } from '../modules/ledger/store/contributors';
import type { ProviderEvent, EventsQuery } from '../modules/orders/payment-provider';
import { recordPaymentEvent, unknownEvents } from '../modules/payouts/store/provider-news';
import type { ReconciliationWindow } from '../modules/reconciliation/contract';
import { isDatabaseUnavailable } from '../prisma/connection';
import { typeOf } from './check-each';
import type { ActivityDeps } from './deps';
import { callPayments, nullIfAccountGone } from './failures';

type Deps = Pick<ActivityDeps, 'db' | 'payments'>;

/** Progress of an activity, stored in its heartbeat. The activity reads accounts in order, starting with our own. */
interface Progress {
  events: number;
  account: string | null;
}

const OWN_ACCOUNT = '';
const BATCH = 100;

/** Activities that recover events that our database lost. Each is idempotent. */
export function createLostEventActivities(deps: Deps) {
  return {
    /**
     * Records the period's events that our database lacks, from our own account and from each contributor's account.
     * These events include changes to objects that were created before the period. The provider keeps events for 30
     * days. Returns the number of events read.
     */
    async recordLostEvents({ from, until }: ReconciliationWindow, mode: Mode): Promise<number> {
      let mark = (activityInfo().heartbeatDetails as Progress | undefined) ?? { events: 0, account: null };
      for (;;) {
        const account = await accountAfter(deps, mode, mark.account);
        if (account === null) return mark.events;
        const query = { mode, from: new Date(from), until: new Date(until) };
        const { events } = mark;
        const beat = () => heartbeat({ ...mark, events });
        const read = await recordEvents(
          deps,
          { ...query, ...(account !== OWN_ACCOUNT && { connectedAccountId: account }) },
          beat,
        );
        heartbeat((mark = { events: events + read.events, account }));
      }
    },
  };
}

/**
 * Records events together with the notifications for their workflows. Skips events of other deployments, events that we
 * already have, and events of a closed account. Returns how many were read, and how many led to a notification.
 *
 * @throws the last error if events could not be recorded, after trying all other events
 */
export async function recordEvents(
  { db, payments }: Deps,
  query: EventsQuery,
  onProgress: () => void,
): Promise<{ events: number; found: number }> {
  let [events, found] = [0, 0];
  let failure: unknown;
  const reading = async () => {
    for await (const batch of batchesOf(payments!.events(query))) {
      onProgress();
      events += batch.length;
      const unknown = await unknownEvents(db, batch);
      for (const event of unknown) {
        if (await payments!.isForeign(event)) continue;
        try {
          if (await recordPaymentEvent(db, event)) found += 1;
        } catch (error) {
          if (isDatabaseUnavailable(error)) throw error;
          failure = error;
          log.warn('a missed event could not be recorded', { eventId: event.eventId, error: typeOf(error) });
        }
      }
    }
  };
  await callPayments(() => nullIfAccountGone(reading));
  if (failure) throw failure;
  return { events, found };
}

async function accountAfter({ db }: Deps, mode: Mode, after: string | null): Promise<string | null> {
  if (after === null) return OWN_ACCOUNT;
  return (await connectedAccountsAfter(db, mode, after, 1))[0] ?? null;
}

async function* batchesOf(events: AsyncIterable<ProviderEvent>): AsyncGenerator<ProviderEvent[]> {
  let batch: ProviderEvent[] = [];
  for await (const event of events) {
    batch.push(event);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
