import { within } from '../../platform/within';
import { lacksRelation } from '../../prisma/lacks-relation';
import {
  canJudge,
  messageOf,
  type Check,
  type DoctorDeps,
  type Finding,
  type Foundation,
  type PartialFinding,
} from './check';

/** Longest time of one check: a dependency that accepts and never answers must not keep the report. */
const CHECK_WITHIN_MS = 15_000;

/**
 * Runs all checks, at most {@link CHECK_WITHIN_MS} each, and returns their findings in the order of the table. Checks
 * whose foundation failed are not run, and say so, as do those that read what is not migrated yet; those of another
 * process than the role's are left out. Never throws.
 */
export async function runChecks(all: readonly Check[], deps: DoctorDeps): Promise<Finding[]> {
  const { role } = deps;
  const checks = all.filter((one) => canJudge(role, one));
  const foundations = checks.filter(({ name, needs }) => isFoundation(name) && !needs);
  const first = await findingsOf(foundations, deps);
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

async function findingsOf(checks: readonly Check[], deps: DoctorDeps): Promise<Finding[]> {
  return (await Promise.all(checks.map((one) => runCheck(one, deps)))).flat();
}

async function runCheck(one: Check, deps: DoctorDeps): Promise<Finding[]> {
  try {
    const found = await within(CHECK_WITHIN_MS, `the check of ${one.name}`, one.run(deps));
    return (Array.isArray(found) ? found : [found]).map((part) => named(one, part));
  } catch (error) {
    // The check of migrations fails then, and says which.
    if (lacksRelation(error)) return [unchecked(one, 'migrations')];
    return [{ name: one.name, status: 'fail', detail: messageOf(error), cure: one.cure }];
  }
}

function named({ name }: Check, { part, ...found }: PartialFinding): Finding {
  return { name: part ? `${name}/${part}` : name, ...found };
}

function unchecked({ name }: Check, missing: Foundation | 'migrations'): Finding {
  return { name, status: 'warn', detail: `Not checked: it needs ${missing}.`, cure: `Fix ${missing} first.` };
}

function isFoundation(name: string): name is Foundation {
  return name === 'database' || name === 'temporal';
}
