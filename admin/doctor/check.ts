import type { Client } from '@temporalio/client';
import { within } from '../../base/time-limits';
import type { Database } from '../../prisma/client';
import { lacksRelation } from '../../prisma/connection';

/** `fail` needs a person now, `warn` can become a failure, or keeps something from working. */
export type CheckStatus = 'ok' | 'warn' | 'fail';

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

/** Checks that others depend on: where one fails, those that need it are reported as not checked. */
export type Foundation = 'database' | 'temporal';

/** One check, which changes nothing. What it throws is a failure, so it catches only what it can explain better. */
export interface Check {
  name: string;
  needs?: readonly Foundation[];
  /** Process whose settings it needs, so that another cannot make it; without it every role can. */
  only?: 'api' | 'worker';
  cure: string;
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
const CHECK_WITHIN_MS = 15_000;

/**
 * Runs the checks that the role can make, {@link CHECK_WITHIN_MS} each, in the order of the table. Never throws.
 * Checks that lack a foundation or a migration are not run, and say so.
 */
export async function runChecks(all: readonly Check[], deps: DoctorDeps): Promise<Finding[]> {
  const { role } = deps;
  const checks = all.filter((one) => canJudge(role, one));
  const foundations = checks.filter(({ name, needs }) => isFoundation(name) && !needs);
  const first = (await Promise.all(foundations.map((one) => runCheck(one, deps)))).flat();
  const down = new Set(first.filter(({ status }) => status === 'fail').map(({ name }) => name));
  const rest = checks.filter((one) => !foundations.includes(one));
  const later = await Promise.all(
    rest.map((one) => {
      const missing = one.needs?.find((name) => down.has(name));
      return missing ? Promise.resolve([unchecked(one, missing)]) : runCheck(one, deps);
    }),
  );
  const findings = [...first, ...later.flat()];
  return checks.flatMap(({ name }) =>
    findings.filter((found) => found.name === name || found.name.startsWith(`${name}/`)),
  );
}

async function runCheck(one: Check, deps: DoctorDeps): Promise<Finding[]> {
  try {
    const found = await within(CHECK_WITHIN_MS, `the check of ${one.name}`, one.run(deps));
    return [found].flat().map(({ part, ...rest }) => ({ name: part ? `${one.name}/${part}` : one.name, ...rest }));
  } catch (error) {
    // The check of migrations fails then, and says which.
    if (lacksRelation(error)) return [unchecked(one, 'migrations')];
    return [{ name: one.name, status: 'fail', detail: messageOf(error), cure: one.cure }];
  }
}

function unchecked({ name }: Check, missing: Foundation | 'migrations'): Finding {
  return { name, status: 'warn', detail: `Not checked: it needs ${missing}.`, cure: `Fix ${missing} first.` };
}

function isFoundation(name: string): name is Foundation {
  return name === 'database' || name === 'temporal';
}
