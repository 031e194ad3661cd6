import { groupBy } from '../base/collections';
import { workingsOf } from '../modules/findings/calculation';
import { readAssignmentId } from '../modules/findings/contract/agents';
import { stands, withSeen, type Verifications } from '../modules/findings/evidence';
import {
  claimKey,
  quotationKey,
  readChecks,
  readJudgements,
  type KnownTrail,
  type Quotation,
} from '../modules/runs/store/evidence';
import { siteOf } from '../vendors/cited-pages/host-turns';
import type { ActivityDeps } from './deps';
import type { ClaimAtHand } from './judge-claims';

/** Maximum number of quotations that the schema allows in one submission. */
const MAX_QUOTATIONS = 100;

export interface Cited extends Quotation {
  evidenceId: string;
  claim?: unknown;
  calculation?: unknown;
  exchange?: unknown;
}

/** Maximum length of an id, URL or quotation that the schema allows. */
const LONGEST = 2_048;

/** Ids of submitted evidence whose page the agent never opened. */
export function unopenedIn(submitted: unknown, { unopened }: KnownTrail): ReadonlySet<string> {
  const never = citedIn(submitted).filter((quotation) => unopened.has(quotationKey(quotation)));
  return new Set(never.map(({ evidenceId }) => evidenceId));
}

/** Sites of quotations that were found, most quoted first. Omits the rest, because a misled agent can name any site. */
export function sitesIn(submitted: unknown, verifications: Verifications): string[] {
  const found = citedIn(submitted).filter(({ evidenceId }) => stands({ verification: verifications.get(evidenceId) }));
  const sites = groupBy(found, ({ sourceUrl }) => siteOf(new URL(sourceUrl).hostname));
  return [...sites].toSorted(([, one], [, other]) => other.length - one.length).map(([site]) => site);
}

/**
 * Verifications of a submission that `checkEvidence` stored. Quotations that were not checked count as unreachable,
 * unless the agent itself read them. Null if quotations are not checked at all.
 */
export async function verificationsOf(
  { db, citedPages }: Pick<ActivityDeps, 'db' | 'citedPages'>,
  assignmentId: string,
  submitted: unknown,
  trail: KnownTrail | null,
): Promise<Verifications | null> {
  if (!citedPages) return null;
  const research = readAssignmentId(assignmentId);
  const [known, judged] = await Promise.all([readChecks(db, research), readJudgements(db, research)]);
  const open = { status: 'unreachable', checkedAt: new Date().toISOString(), contentSha256: null } as const;
  return new Map(
    citedIn(submitted).map((cited) => {
      const key = quotationKey(cited);
      const support = isClaimed(cited) && judged.get(claimKey(asRead(cited)))?.support;
      const found = withSeen(known.get(key) ?? open, trail?.seen.get(key));
      return [cited.evidenceId, { ...found, ...(support && { support }) }];
    }),
  );
}

/** Quotations in a submission, even if it does not match the schema. */
export function citedIn(submitted: unknown): Cited[] {
  const { evidence } = (submitted ?? {}) as { evidence?: unknown };
  return Array.isArray(evidence) ? evidence.filter(isCited).slice(0, MAX_QUOTATIONS) : [];
}

function isCited(entry: unknown): entry is Cited {
  const { evidenceId, sourceUrl, excerpt } = (entry ?? {}) as Partial<Record<keyof Cited, unknown>>;
  const texts = [evidenceId, sourceUrl, excerpt];
  return texts.every((part) => typeof part === 'string' && part.length <= LONGEST) && URL.canParse(String(sourceUrl));
}

/** Claims whose quotations were found, each with the text around its quotation. */
export function claimsIn(cited: readonly Cited[], found: Awaited<ReturnType<typeof readChecks>>): ClaimAtHand[] {
  return cited.filter(isClaimed).flatMap((entry) => {
    const check = found.get(quotationKey(entry));
    if (check?.status !== 'verified') return [];
    const read = asRead(entry);
    const { claim, excerpt, calculation } = read;
    return [{ key: claimKey(read), claim, excerpt, surroundings: check.context ?? null, calculation }];
  });
}

/** The claim and its calculation, in the form that the second reader reads. */
function asRead<C extends Cited>(entry: C) {
  return { ...entry, calculation: workingsOf(entry) };
}

function isClaimed(entry: Cited): entry is Cited & { claim: string } {
  return typeof entry.claim === 'string' && entry.claim.length <= LONGEST;
}
