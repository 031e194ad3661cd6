import { setTimeout as sleep } from 'node:timers/promises';
import { Context, log } from '@temporalio/activity';
import { withSignal } from '../base/time-limits';
import {
  CLAIM_CHECK_BUDGET_MICROS,
  AgentsError,
  type ClaimReader,
  type ClaimToJudge,
  type Judgement,
} from '../modules/findings/contract/agents';
import { keepJudgement, readJudgements, type Research } from '../modules/runs/store/evidence';
import type { ActivityDeps } from './deps';

/** Maximum number of claims that are judged concurrently for one submission. */
const AT_ONCE = 4;
/** Time limit for all claims of one submission. */
const TIME_LIMIT_MS = 45_000;
/** Number of attempts per claim while the provider is unavailable, and the longest wait between two attempts. */
const ATTEMPTS = 3;
const LONGEST_WAIT_MS = 4_000;

/** A claim, and the key under which its judgment is stored. */
export interface ClaimAtHand extends ClaimToJudge {
  key: string;
}

type Deps = Pick<ActivityDeps, 'db' | 'stopping'> & { claimReader: ClaimReader };

/**
 * Lets the second reader judge claims. Stores each judgment immediately, so that no claim is paid for twice. Ends early
 * without a failure if the provider does not respond, time runs out or `CLAIM_CHECK_BUDGET_MICROS` is used up; the
 * remaining claims stay unjudged. Throws only if the work is canceled.
 */
export async function judgeClaims(
  { db, claimReader, stopping }: Deps,
  research: Research,
  claims: readonly ClaimAtHand[],
): Promise<void> {
  const context = Context.current();
  const { cancellationSignal } = context;
  const known = await readJudgements(db, research);
  const open = new Map(claims.filter(({ key }) => !known.has(key)).map((claim) => [claim.key, claim])).values();
  // Each call first reserves its maximum cost, so that concurrent calls cannot exceed the budget together.
  let left = CLAIM_CHECK_BUDGET_MICROS - [...known.values()].reduce((sum, { costMicros }) => sum + costMicros, 0);
  const beat = setInterval(
    () => context.heartbeat({ claims: claims.length }),
    (context.info.heartbeatTimeoutMs ?? 20_000) / 3,
  );
  const timeLimit = AbortSignal.timeout(TIME_LIMIT_MS);

  const work = async (signal: AbortSignal) => {
    for (const { key, ...claim } of open) {
      if (left < claimReader.mostMicros) return;
      left -= claimReader.mostMicros;
      const judgement = await judged(claimReader, claim, signal);
      left += claimReader.mostMicros - judgement.costMicros;
      await keepJudgement(db, research, key, judgement);
    }
  };
  try {
    await withSignal([cancellationSignal, stopping, timeLimit], (signal) =>
      Promise.all(Array.from({ length: AT_ONCE }, () => work(signal))),
    );
  } catch (error) {
    cancellationSignal.throwIfAborted();
    log.warn('not all claims were judged', { ...research, error: String(error) });
  } finally {
    clearInterval(beat);
  }
}

/** Judges a claim, with retries during an outage. @throws AgentsError if the outage lasts or the request is rejected */
export async function judged(reader: ClaimReader, claim: ClaimToJudge, signal: AbortSignal): Promise<Judgement> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reader.judge(claim, signal);
    } catch (error) {
      const isOut = error instanceof AgentsError && (error.kind === 'unavailable' || error.kind === 'rate_limited');
      if (!isOut || attempt === ATTEMPTS) throw error;
      await sleep(Math.min(error.retryAfterMs ?? attempt * 500, LONGEST_WAIT_MS), undefined, { signal });
    }
  }
}
