import { ApplicationFailure } from '@temporalio/common';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { recordChecks, beginPass, recordPass, type ItemCheck } from '../modules/operations/store/sweeps';
import type { SweepName } from '../modules/outbox/sweeps';
import type { Database } from '../prisma/client';
import { isDatabaseUnavailable } from '../prisma/connection';

/** Number of items per query. Also the number of checks recorded in one write. */
const LISTED = 1_000;
const RECORDED = 100;
/** Concurrent checks. If responses take 200 ms, they make 20 calls per second, below the provider's test mode limit. */
export const CONCURRENCY = 4;
/** A pass gives up after this many items in a row without a response from the provider. */
const MAX_UNANSWERED = 20;
/** Maximum duration of a pass, below the timeout of the sweep's activities. The next pass checks the other items. */
export const PASS_MS = 8 * 60_000;

export interface Sweep<T> {
  name: SweepName;
  /** Lists items not checked since `before`, least recently checked first. */
  list(before: Date, limit: number): Promise<T[]>;
  idOf(item: T): string;
  /** Checks one item and returns true if the check found something. If it throws, other items are still checked. */
  check(item: T): Promise<boolean>;
  /** Shortest time between two checks of an item. By default every pass checks every item. */
  atMostEveryMs?: number;
}

export interface PassOptions {
  onProgress(item: string): void;
  onFailure(item: string, error: unknown): void;
  passMs?: number;
}

/**
 * Checks every due item of a sweep and returns how many checks found something. Records every check, even a failed one,
 * because the next pass starts with the least recently checked items.
 *
 * @throws the last error if no item could be checked because the provider or the database is unavailable
 */
export async function checkEach<T>(db: Database, sweep: Sweep<T>, options: PassOptions): Promise<number> {
  const { passMs = PASS_MS } = options;
  const before = new Date((await beginPass(db)).getTime() - (sweep.atMostEveryMs ?? 0));
  const endsAt = Date.now() + passMs;
  const pass: Pass = { found: 0, answered: 0, unanswered: 0, lastError: null };
  const mayContinue = () => Date.now() < endsAt && pass.unanswered < MAX_UNANSWERED;
  for (let full = true; full && mayContinue();) {
    const items = await sweep.list(before, LISTED);
    full = items.length === LISTED;
    for (let from = 0; from < items.length && mayContinue(); from += RECORDED) {
      const checks = await checkBatch(sweep, items.slice(from, from + RECORDED), pass, mayContinue, options);
      await recordChecks(db, sweep.name, checks);
    }
  }
  if (pass.unanswered > 0 && (pass.answered === 0 || pass.unanswered >= MAX_UNANSWERED)) throw pass.lastError;
  if (Date.now() < endsAt) await recordPass(db, sweep.name);
  return pass.found;
}

interface Pass {
  found: number;
  /** Number of items whose check got a response, even an error. */
  answered: number;
  /** Number of items in a row without a response from the provider. */
  unanswered: number;
  lastError: unknown;
}

async function checkBatch<T>(
  sweep: Sweep<T>,
  items: T[],
  pass: Pass,
  mayContinue: () => boolean,
  { onProgress, onFailure }: PassOptions,
): Promise<ItemCheck[]> {
  const checks: ItemCheck[] = [];
  const queue = items.values();
  const checkNext = async () => {
    for (const item of queue) {
      if (!mayContinue()) return;
      const id = sweep.idOf(item);
      onProgress(id);
      try {
        if (await sweep.check(item)) pass.found += 1;
        checks.push({ item: id, error: null });
        pass.answered += 1;
        pass.unanswered = 0;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        onFailure(id, error);
        checks.push({ item: id, error: typeOf(error) });
        pass.lastError = error;
        if (typeOf(error) === ACTIVITY_FAILURES.paymentUnavailable) pass.unanswered += 1;
        else pass.answered += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, checkNext));
  return checks;
}

/** Type or code (SQLSTATE) of an error, for failure counts. Never the error's message, which may quote a customer. */
export function typeOf(error: unknown): string {
  if (error instanceof ApplicationFailure) return error.type ?? 'Error';
  const { code, name } = error as Partial<Error> & { code?: unknown };
  return typeof code === 'string' ? code : (name ?? 'Error');
}
