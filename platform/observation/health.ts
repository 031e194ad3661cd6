import { within } from '../within';

/** Result of one check. */
export interface CheckResult {
  name: string;
  status: 'ok' | 'failed';
  latencyMs: number;
}

/** One thing that a process needs. */
export interface Check {
  name: string;
  /** Throws, or returns false, where it is missing. */
  run(): unknown;
  /** True for one that is reported only. */
  optional?: boolean;
}

/** Health of a process. */
export interface Health {
  /** False if a check failed that is not optional. */
  fine: boolean;
  checks: CheckResult[];
}

/** Deadline of one check; half a second below the promised response time of 2 s. */
export const CHECK_DEADLINE_MS = 1_500;

/** Runs checks at once, each within {@link CHECK_DEADLINE_MS}; never throws. */
export async function checkHealth(checks: readonly Check[]): Promise<Health> {
  const results = await Promise.all(
    checks.map(async ({ name, run }) => {
      const begun = performance.now();
      const status = await within(CHECK_DEADLINE_MS, name, Promise.resolve().then(run)).then(
        (result) => (result === false ? ('failed' as const) : ('ok' as const)),
        () => 'failed' as const,
      );
      return { name, status, latencyMs: Math.round((performance.now() - begun) * 10) / 10 };
    }),
  );
  const fine = results.every(({ status }, index) => status === 'ok' || checks[index]!.optional === true);
  return { fine, checks: results };
}
