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
  /** Short reason of an error that it threw; of a check with this, the answer has its reason, or `ok`, by name. */
  reasonOf?(error: unknown): string;
  /** True for one that is reported only. */
  optional?: boolean;
}

/** Health of a process. */
export interface Health {
  /** False if a check failed that is not optional. */
  fine: boolean;
  checks: CheckResult[];
  /** Reasons by the name of the check; see {@link Check.reasonOf}. */
  reasons: Record<string, string>;
}

/** Deadline of one check; half a second below the promised response time of 2 s. */
export const CHECK_DEADLINE_MS = 1_500;

/** Runs checks at once, each within {@link CHECK_DEADLINE_MS}; never throws. */
export async function checkHealth(checks: readonly Check[]): Promise<Health> {
  const reasons: Health['reasons'] = {};
  const results = await Promise.all(
    checks.map(async ({ name, run, reasonOf }) => {
      const begun = performance.now();
      if (reasonOf) reasons[name] = 'ok';
      const status = await within(CHECK_DEADLINE_MS, name, Promise.resolve().then(run)).then(
        (result) => (result === false ? ('failed' as const) : ('ok' as const)),
        (error: unknown) => {
          if (reasonOf) reasons[name] = reasonOf(error);
          return 'failed' as const;
        },
      );
      return { name, status, latencyMs: Math.round((performance.now() - begun) * 10) / 10 };
    }),
  );
  const fine = results.every(({ status }, index) => status === 'ok' || checks[index]!.optional === true);
  return { fine, checks: results, reasons };
}
