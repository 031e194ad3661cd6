import type { readAssignmentId } from '../modules/findings/contract/agents';
import { MOST_NAMES } from '../modules/findings/contract/findings-depth';
import { keepNameCheck, readNameChecks } from '../modules/runs/store/evidence';
import type { DomainNames } from '../vendors/domain-names';
import type { ActivityDeps } from './deps';

/** Most domains that are looked up for one research, whatever its corrections name. */
const MOST_LOOKED_UP = 4 * MOST_NAMES;
const LONGEST = 120;

/** Looks up the domains of a submission's names, those that were not before, and keeps each answer as it comes. */
export async function checkNames(
  { db }: Pick<ActivityDeps, 'db'>,
  domainNames: DomainNames,
  research: ReturnType<typeof readAssignmentId>,
  submitted: unknown,
  signal: AbortSignal,
): Promise<void> {
  const known = await readNameChecks(db, research);
  const open = [...new Set(domainsIn(submitted))].filter((domain) => !known.has(domain));
  await Promise.all(
    open.slice(0, Math.max(0, MOST_LOOKED_UP - known.size)).map(async (domain) => {
      await keepNameCheck(db, research, domain, await domainNames.look(domain, research.runId, signal));
    }),
  );
}

/** Domains of a submission, whatever else it holds; no more of them than its schema allows. */
function domainsIn(submitted: unknown): string[] {
  const { nameChecks } = (submitted ?? {}) as { nameChecks?: unknown };
  const domains = Array.isArray(nameChecks)
    ? nameChecks.map((each) => (each as { domain?: unknown } | null)?.domain)
    : [];
  return domains.filter(isDomain).slice(0, MOST_NAMES);
}

const isDomain = (domain: unknown): domain is string =>
  typeof domain === 'string' && domain.length <= LONGEST && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/u.test(domain);
