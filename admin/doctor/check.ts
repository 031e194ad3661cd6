import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { Database } from '../../prisma/client';
import { isDatabaseUnavailable, lacksRelation } from '../../prisma/connection';

/**
 * `fail` needs a person now; `warn` can become a failure, or keeps something from working; of what is `unchecked` nothing
 * is known, because something that the check needs does not work.
 */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'unchecked';

/** One line of the doctor's report. */
export interface Finding {
  name: string;
  status: CheckStatus;
  detail: string;
  cure: string | null;
}

/** A finding whose name is the check's, or `<check>/<part>`. */
export type PartialFinding = Omit<Finding, 'name'> & { part?: string };

/** Whose environment the doctor looks from: a process sees its own settings only, an operator's shell all of them. */
export const DOCTOR_ROLES = ['api', 'worker', 'operator'] as const;
export type DoctorRole = (typeof DOCTOR_ROLES)[number];

/** True if a role sees the settings that something needs: those of its own process, an operator those of all. */
export function canJudge(role: DoctorRole, { only }: { only?: 'api' | 'worker' }): boolean {
  return only === undefined || role === 'operator' || only === role;
}

/** Dependencies that checks share; each check finds out by itself whether what it needs answers. */
export interface DoctorDeps {
  db: Database;
  /** Settings of the role; for an operator also those of services that run elsewhere, expected to be the same. */
  env: NodeJS.ProcessEnv;
  role: DoctorRole;
  temporal: Client;
  taskQueue: string;
}

const FOUNDATIONS: readonly string[] = ['database', 'temporal', 'namespace'] satisfies Foundation[];

/** Checks that others depend on: where one fails, those that need it are not made. */
type Foundation = 'database' | 'temporal' | 'namespace';

/**
 * One check, which changes nothing. What it throws is a failure, so it catches only what it can explain better; an outage
 * of the database that it needs leaves it unchecked.
 */
export interface Check {
  name: string;
  needs?: readonly Foundation[];
  /** Process whose settings it needs, so that another cannot make it; without it every role can. */
  only?: 'api' | 'worker';
  cure: string;
  /** Longest time of the check; by default {@link CHECK_WITHIN_MS}. */
  withinMs?: number;
  run(deps: DoctorDeps): Promise<PartialFinding | PartialFinding[]>;
}

/** Declares a check, by default with the cure of one that only reads the database. */
export const check = (declared: Omit<Check, 'cure'> & { cure?: string } & ThisType<Check>): Check => ({
  cure: 'Check the error of the database.',
  ...declared,
});

export const ok = (detail: string): PartialFinding => ({ status: 'ok', detail, cure: null });
export const warn = (detail: string, cure: string): PartialFinding => ({ status: 'warn', detail, cure });
export const fail = (detail: string, cure: string): PartialFinding => ({ status: 'fail', detail, cure });

/** Several findings as one: the worst status, with every detail and cure that calls for something. */
export function combined(found: readonly PartialFinding[]): PartialFinding {
  const status = found.some((one) => one.status === 'fail') ? 'fail' : 'warn';
  const cures = found.flatMap(({ cure }) => cure ?? []);
  return { status, detail: found.map(({ detail }) => detail).join(' '), cure: cures.join(' ') };
}

/** Asks Temporal for at most five seconds: a suspended server accepts a call and never answers. */
export const inTime = <T>(client: Client, ask: () => Promise<T>): Promise<T> =>
  client.withDeadline(Date.now() + 5_000, ask);

/** `1 worker`, `2 workers`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Message of an error with those of its causes, in one line: an AggregateError of a refused connection has none. */
export function messageOf(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: unknown[] };
  const own = message || code || String(error);
  const inner = cause ?? errors?.[0];
  const text = inner && !own.includes(messageOf(inner)) ? `${own}: ${messageOf(inner)}` : own;
  return text.replaceAll(/\s+/g, ' ').slice(0, 500);
}

/** Longest time of one check: a dependency that accepts and never answers must not keep the report. */
const CHECK_WITHIN_MS = 8_000;

/** Runs the checks that the role can make, in the order of the table. Never throws. */
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
    // The check of migrations fails then, and says which.
    if (lacksRelation(error)) return [unchecked(one, 'migrations')];
    if (one.needs?.includes('database') && isDatabaseUnavailable(error)) return [unchecked(one, 'database')];
    if (one.needs?.includes('namespace') && isTemporalAway(error)) return [unchecked(one, 'temporal')];
    return [{ name, status: 'fail', detail: messageOf(error), cure: one.cure }];
  }
}

/** Codes of gRPC: canceled, no answer in time, away. */
const AWAY = [1, 4, 14];

function isTemporalAway(error: unknown): boolean {
  const { cause } = error as Error;
  return isGrpcServiceError(error) ? AWAY.includes(error.code) : cause !== undefined && isTemporalAway(cause);
}

function unchecked({ name }: Check, missing: Foundation | 'migrations'): Finding {
  return { name, status: 'unchecked', detail: `It needs ${missing}.`, cure: `Fix ${missing} first.` };
}

/** What others depend on is down where it does not answer; of anything else nothing is known. */
function lateAfter({ name, cure }: Check, ms: number): PartialFinding {
  const detail = `No answer within ${ms / 1_000} s.`;
  if (FOUNDATIONS.includes(name)) return fail(detail, cure);
  return { status: 'unchecked', detail, cure: 'Ask again when less runs.' };
}
