import { log, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';

// The next sweep is soon: what does not work now is not tried for long.
const { sweepOpenOrders, sweepMissedEvents, sweepDisputes, sweepForgotten } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 3 },
});

/** What a sweep found, by what it looked for. */
type Found = Record<'paidOrders' | 'missedEvents' | 'disputes' | 'forgotten', number | null>;

/**
 * Looks for what no webhook told of, so that a lost one costs minutes and not money. Runs by schedule; what it finds it hands to the
 * payment workflows. One search that fails does not keep the others from being made.
 */
export async function paymentSweep(): Promise<Found> {
  return {
    paidOrders: await found(sweepOpenOrders),
    missedEvents: await found(sweepMissedEvents),
    disputes: await found(sweepDisputes),
    forgotten: await found(sweepForgotten),
  };
}

async function found(search: () => Promise<number>): Promise<number | null> {
  return search().catch((error: unknown) => {
    log.warn('a search of the sweep failed', { error: String(error) });
    return null;
  });
}
