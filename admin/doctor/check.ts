import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { Database } from '../../prisma/client';
import { isDatabaseUnavailable, lacksRelation } from '../../prisma/connection';

/** `fail` needs attention now. `warn` can become a failure. `unchecked`: a dependency is down or time ran out. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'unchecked';

export interface Finding {
  name: string;
  status: CheckStatus;
  detail: string;
  cure: string | null;
}

/** A finding before the check's name is added: `<check>` or `<check>/<part>`. */
export type PartialFinding = Omit<Finding, 'name'> & { part?: string };

/** Whose environment the doctor reads. A process has only its own settings; an operator's shell has all settings. */
export const DOCTOR_ROLES = ['api', 'worker', 'operator'] as const;
export type DoctorRole = (typeof DOCTOR_ROLES)[number];

/** True if the role can see the settings of the process `only`, or if `only` is absent. */
export function canJudge(role: DoctorRole, { only }: { only?: 'api' | 'worker' }): boolean {
  return only === undefined || role === 'operator' || only === role;
}

/** Dependencies shared by the checks. Any of them may be down. */
export interface DoctorDeps {
  db: Database;
  /** Settings of the role. For an operator, they are assumed to match those of services on other machines. */
  env: NodeJS.ProcessEnv;
  role: DoctorRole;
  temporal: Client;
  taskQueue: string;
}

const FOUNDATIONS: readonly string[] = ['database', 'temporal', 'namespace'] satisfies Foundation[];

/** Checks that other checks depend on. If one fails, its dependents are `unchecked`. */
type Foundation = 'database' | 'temporal' | 'namespace';

/**
 * A read-only check. A thrown error becomes a failure, so a check catches only errors that it can explain better. If a
 * dependency in `needs` is down, the finding is `unchecked`.
 */
export interface Check {
  name: string;
  needs?: readonly Foundation[];
  /** Process whose settings the check needs. If absent, every role can run it. */
  only?: 'api' | 'worker';
  cure: string;
  /** Timeout of the check; {@link CHECK_WITHIN_MS} by default. */
  withinMs?: number;
  run(deps: DoctorDeps): Promise<PartialFinding | PartialFinding[]>;
}

/** Declares a check. The default cure suits checks that only read the database. */
export const check = (declared: Omit<Check, 'cure'> & { cure?: string } & ThisType<Check>): Check => ({
  cure: 'Look up the database error above.',
  ...declared,
});

export const ok = (detail: string): PartialFinding => ({ status: 'ok', detail, cure: null });
export const warn = (detail: string, cure: string): PartialFinding => ({ status: 'warn', detail, cure });
export const fail = (detail: string, cure: string): PartialFinding => ({ status: 'fail', detail, cure });

/** Merges findings into one with the worst status, all details and all cures. */
export function combined(found: readonly PartialFinding[]): PartialFinding {
  const status = found.some((one) => one.status === 'fail') ? 'fail' : 'warn';
  const cures = found.flatMap(({ cure }) => cure ?? []);
  return { status, detail: found.map(({ detail }) => detail).join(' '), cure: cures.join(' ') };
}

/** Gives up on Temporal after five seconds, because a suspended server accepts calls but never answers. */
export const inTime = <T>(client: Client, ask: () => Promise<T>): Promise<T> =>
  client.withDeadline(Date.now() + 5_000, ask);

/** Formats a count with its noun: `1 worker`, `2 workers`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Message of an error and its causes, on one line. The AggregateError of a refused connection has no message. */
export function messageOf(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: unknown[] };
  const own = message || code || String(error);
  const inner = cause ?? errors?.[0];
  const text = inner && !own.includes(messageOf(inner)) ? `${own}: ${messageOf(inner)}` : own;
  return text.replaceAll(/\s+/g, ' ').slice(0, 500);
}

/** A dependency that accepts connections but never answers must not delay the report. */
const CHECK_WITHIN_MS = 8_000;

/** Runs the checks available to the role. Returns their findings in the order of `all`. Never throws. */
export async function runChecks(all: readonly Check[], deps: DoctorDeps): Promise<Finding[]> {
  const checks = all.filter((one) => canJudge(deps.role, one));
  const running = new Map<string, Promise<Finding[]>>();
  const foundOf = (one: Check): Promise<Finding[]> => {
    const found = running.get(one.name) ?? runOnFoundations(one);
    running.set(one.name, found);
    return found;
  };
  async function runOnFoundations(one: Check): Promise<Finding[]> {
    for (const need of one.needs ?? []) {
      const foundation = checks.find(({ name }) => name === need);
      const [found] = foundation ? await foundOf(foundation) : [];
      if (found?.status === 'fail') return [unchecked(one, need)];
      if (found?.status === 'unchecked') return [{ ...found, name: one.name }];
    }
    return runCheck(one, deps);
  }
  return (await Promise.all(checks.map(foundOf))).flat();
}

async function runCheck(one: Check, deps: DoctorDeps): Promise<Finding[]> {
  const { name, withinMs = CHECK_WITHIN_MS } = one;
  const late = sleep(withinMs, lateAfter(one, withinMs), { ref: false });
  try {
    const found = [await Promise.race([one.run(deps), late])].flat();
    return found.map(({ part, ...rest }) => ({ name: part ? `${name}/${part}` : name, ...rest }));
  } catch (error) {
    // A missing table is not a failure here, because the migrations check fails and names the missing migrations.
    if (lacksRelation(error)) return [unchecked(one, 'migrations')];
    if (one.needs?.includes('database') && isDatabaseUnavailable(error)) return [unchecked(one, 'database')];
    if (one.needs?.includes('namespace') && isTemporalAway(error)) return [unchecked(one, 'temporal')];
    return [{ name, status: 'fail', detail: messageOf(error), cure: one.cure }];
  }
}

/** gRPC codes for canceled, deadline exceeded and unavailable. */
const AWAY = [1, 4, 14];

function isTemporalAway(error: unknown): boolean {
  const { cause } = error as Error;
  return isGrpcServiceError(error) ? AWAY.includes(error.code) : cause !== undefined && isTemporalAway(cause);
}

function unchecked({ name }: Check, missing: Foundation | 'migrations'): Finding {
  return { name, status: 'unchecked', detail: `Needs ${missing}.`, cure: `Fix ${missing} first.` };
}

/** If a dependency times out, it counts as down. A timeout of any other check proves nothing. */
function lateAfter({ name, cure }: Check, ms: number): PartialFinding {
  const detail = `No answer within ${ms / 1_000} s.`;
  if (FOUNDATIONS.includes(name)) return fail(detail, cure);
  return { status: 'unchecked', detail, cure: 'Try again when the machine is less busy.' };
}
