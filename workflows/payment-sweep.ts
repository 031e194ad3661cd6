import { log } from '@temporalio/workflow';
import type { WorkflowOutcome } from '../base/outcomes';
import { conclude, explained } from './conclude';
import { callsOf } from './steps';

// A few attempts are enough, because the next sweep starts soon.
const { sweepOpenOrders, sweepMissedEvents, sweepDisputes, sweepIdle } = callsOf(
  { startToCloseTimeout: '10 minutes', heartbeatTimeout: '30 seconds', retry: { maximumAttempts: 3 } },
  {
    sweepOpenOrders: 'Find open orders that are paid',
    sweepMissedEvents: 'Find events whose webhook was lost',
    sweepDisputes: 'Check disputes again',
    sweepIdle: 'Find idle refunds, holds and payouts',
  },
);

/** Number of changes that each search found; null if the search failed. */
type Found = Record<'paidOrders' | 'missedEvents' | 'disputes' | 'idle', number | null>;

/**
 * Finds changes whose webhook was lost, so that a lost webhook delays work by minutes but loses no money. Runs on a
 * schedule and notifies the payment workflows. A search that fails or takes long does not delay other searches.
 */
export async function paymentSweep(): Promise<Found & WorkflowOutcome> {
  const [paidOrders, missedEvents, disputes, idle] = await Promise.all([
    found(sweepOpenOrders),
    found(sweepMissedEvents),
    found(sweepDisputes),
    found(sweepIdle),
  ]);
  const finds = { paidOrders, missedEvents, disputes, idle };
  return { ...finds, ...conclude(describeFinds(finds)) };
}

async function found(search: () => Promise<number>): Promise<number | null> {
  return search().catch((error: unknown) => {
    log.warn('a search of the sweep failed', { error: explained(error) });
    return null;
  });
}

function describeFinds(finds: Found): WorkflowOutcome {
  const { paidOrders, missedEvents, disputes, idle } = finds;
  const counts = { 'paid orders': paidOrders, 'missed events': missedEvents, disputes, idle };
  const summary = Object.entries(counts)
    .map(([what, count]) => `${what}: ${count ?? 'search failed'}`)
    .join(', ');
  const values = Object.values(finds);
  if (values.includes(null)) return { outcome: 'incomplete', failureCode: 'search_failed', summary };
  return { outcome: values.some((count) => count !== 0) ? 'found' : 'nothing_found', summary };
}
