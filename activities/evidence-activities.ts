import { Context } from '@temporalio/activity';
import { groupBy } from '../base/collections';
import { withSignal } from '../base/time-limits';
import { workingsOf } from '../modules/findings/calculation';
import { readAssignmentId } from '../modules/findings/contract/agents';
import { byPage, stands, withSeen, type Verifications } from '../modules/findings/evidence';
import { followTrail } from '../modules/findings/trail';
import type { Stage } from '../modules/run-kinds/contract';
import {
  keepChecks,
  quotationKey,
  readChecks,
  claimKey,
  readJudgements,
  keepTrail,
  type Quotation,
  type QuotationCheck,
  type KnownTrail,
} from '../modules/runs/store/evidence';
import { reachStage } from '../modules/runs/store/progress';
import type { CitedPages } from '../vendors/cited-pages/cited-pages';
import { siteOf } from '../vendors/cited-pages/host-turns';
import { loadAssignment } from './assignments';
import { checkNames } from './check-names';
import { readSubmission } from './check-submission';
import { inMode, type ActivityDeps } from './deps';
import { callAgents } from './failures';
import { judgeClaims, type ClaimAtHand } from './judge-claims';

/** Pages of one submission that are read at the same time. */
const AT_ONCE = 8;
/**
 * Longest time for all pages of one submission; what is open then counts as unreachable. The agent provider keeps the
 * context of a session for five minutes, and a correction after that pays for all of it again.
 */
const PATIENCE_MS = 90_000;
/** Most quotations of one submission, as its schema allows. */
const MAX_QUOTATIONS = 100;

interface Cited extends Quotation {
  evidenceId: string;
  claim?: unknown;
  calculation?: unknown;
  exchange?: unknown;
}

interface Page {
  url: string;
  quotations: Cited[];
}

type Research = ReturnType<typeof readAssignmentId>;

/** Longest id, address and quotation that the schema allows. */
const LONGEST = 2_048;

/** Activities that check quotations on the pages they cite. Each is idempotent. */
export function createEvidenceActivities(deps: ActivityDeps) {
  const { db, agents, stopping } = deps;

  return {
    /**
     * Checks the quotations of the latest submission on their pages, keeping each result, so that a repetition checks only
     * the open ones. A page that the agent never opened is not visited: its address may carry what the agent was told. Then
     * the second reader, if any, judges the claims whose quotations were found. Returns how many quotations there are, and
     * how many are still open when its patience ends.
     */
    async checkEvidence(assignmentId: string, stage: Stage | null): Promise<{ cited: number; open: number }> {
      const research = readAssignmentId(assignmentId);
      if (stage) await reachStage(db, research.runId, stage);
      const { mode, submission, sessionId } = await loadAssignment(deps, assignmentId);
      const { citedPages, domainNames, claimReader } = inMode(deps, mode);
      const submitted = readSubmission(JSON.parse((await submission())?.toString() ?? 'null'));
      const cited = citedIn(submitted);
      const { cancellationSignal } = Context.current();
      const named = withSignal([cancellationSignal, stopping], async (signal) => {
        // Whoever has no pages read has no names looked up.
        if (citedPages) await checkNames(deps, domainNames, research, submitted, signal);
      }).catch(asError);
      const unopened = sessionId === null ? new Set<string>() : await trace(research, sessionId, cited).catch(asError);
      const visited =
        unopened instanceof Error ? cited : cited.filter((quotation) => !unopened.has(quotationKey(quotation)));
      const open = citedPages ? await readOpen(citedPages, research, visited) : 0;
      // After the pages, so that an agent provider that fails keeps nobody from reading them.
      for (const failed of [unopened, await named]) if (failed instanceof Error) throw failed;
      if (citedPages && claimReader) {
        await judgeClaims({ db, claimReader, stopping }, research, claimsIn(cited, await readChecks(db, research)));
      }
      return { cited: cited.length, open };
    },
  };

  /** Keeps what the session asked and opened, and what that says of what it cites; returns what it never opened. */
  async function trace(research: Research, sessionId: string, cited: readonly Cited[]): Promise<ReadonlySet<string>> {
    const { log, citations } = await callAgents(() => followTrail(agents.steps(sessionId), cited));
    const keys = cited.map(quotationKey);
    const unopened = new Set(keys.filter((_, i) => !citations[i]!.opened));
    const seen = new Map(keys.flatMap((key, i) => (citations[i]!.seen ? [[key, citations[i]!.seen] as const] : [])));
    await keepTrail(db, research, { log, unopened, seen });
    return unopened;
  }

  async function readOpen(citedPages: CitedPages, research: Research, cited: readonly Cited[]): Promise<number> {
    const known = await readChecks(db, research);
    const pages = pagesOf(cited.filter((quotation) => !known.has(quotationKey(quotation))));
    return readPages(citedPages, research, pages);
  }

  /** Reads pages until all are known, or the patience is over; returns how many are open. */
  async function readPages(citedPages: CitedPages, research: Research, pages: readonly Page[]): Promise<number> {
    const context = Context.current();
    const { cancellationSignal } = context;
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const keep = gathered<QuotationCheck[]>((pagesRead) => keepChecks(db, research, pagesRead.flat()));
    let open = pages.length;
    const beat = setInterval(() => context.heartbeat({ open }), (context.info.heartbeatTimeoutMs ?? 20_000) / 3);
    // By site, because a site has one request at a time: a hundred pages of one do not hold up the others.
    const sites = groupBy(pages, ({ url }) => siteOf(new URL(url).hostname)).values();
    const work = async (signal: AbortSignal) => {
      for (const ofSite of sites) {
        for (const page of ofSite) {
          await keep(await readPage(citedPages, research.runId, page, signal));
          open -= 1;
        }
      }
    };
    try {
      await withSignal([cancellationSignal, stopping, patience], (signal) =>
        Promise.all(Array.from({ length: AT_ONCE }, () => work(signal))),
      );
    } catch (error) {
      cancellationSignal.throwIfAborted();
      // Otherwise another attempt, of another worker where this one stops, continues with what is open.
      if (stopping.aborted || !patience.aborted) throw error;
    } finally {
      clearInterval(beat);
    }
    return open;
  }

  async function readPage(
    citedPages: CitedPages,
    owner: string,
    { url, quotations }: Page,
    signal: AbortSignal,
  ): Promise<QuotationCheck[]> {
    const excerpts = quotations.map(({ excerpt }) => excerpt);
    const { found, contentSha256 } = await citedPages.check({ url, quotations: excerpts, owner }, signal);
    return quotations.map((quotation, i) => ({ key: quotationKey(quotation), contentSha256, ...found[i]! }));
  }
}

const asError = (error: unknown) => error as Error;

/** Ids of submitted evidence whose page the agent never opened. */
export function unopenedIn(submitted: unknown, { unopened }: KnownTrail): ReadonlySet<string> {
  const never = citedIn(submitted).filter((quotation) => unopened.has(quotationKey(quotation)));
  return new Set(never.map(({ evidenceId }) => evidenceId));
}

/**
 * Sites on which quotations of a submission were found, those with most first. No others: an agent that was misled names
 * what it likes.
 */
export function sitesIn(submitted: unknown, verifications: Verifications): string[] {
  const found = citedIn(submitted).filter(({ evidenceId }) => stands({ verification: verifications.get(evidenceId) }));
  const sites = groupBy(found, ({ sourceUrl }) => siteOf(new URL(sourceUrl).hostname));
  return [...sites].toSorted(([, one], [, other]) => other.length - one.length).map(([site]) => site);
}

/**
 * Verifications of what was submitted, as `checkEvidence` left them; what it did not reach is unreachable, unless the
 * agent saw it. Null where quotations are not checked.
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

/** Quotations of a submission, whatever else it holds. */
function citedIn(submitted: unknown): Cited[] {
  const { evidence } = (submitted ?? {}) as { evidence?: unknown };
  return Array.isArray(evidence) ? evidence.filter(isCited).slice(0, MAX_QUOTATIONS) : [];
}

function isCited(entry: unknown): entry is Cited {
  const { evidenceId, sourceUrl, excerpt } = (entry ?? {}) as Partial<Record<keyof Cited, unknown>>;
  const texts = [evidenceId, sourceUrl, excerpt];
  return texts.every((part) => typeof part === 'string' && part.length <= LONGEST) && URL.canParse(String(sourceUrl));
}

/** Claims whose quotations were found, with what stands around these. */
function claimsIn(cited: readonly Cited[], found: Awaited<ReturnType<typeof readChecks>>): ClaimAtHand[] {
  return cited.filter(isClaimed).flatMap((entry) => {
    const check = found.get(quotationKey(entry));
    if (check?.status !== 'verified') return [];
    const read = asRead(entry);
    const { claim, excerpt, calculation } = read;
    return [{ key: claimKey(read), claim, excerpt, surroundings: check.context ?? null, calculation }];
  });
}

/** What the second reader is asked about a claim, apart from its page. */
function asRead<C extends Cited>(entry: C) {
  return { ...entry, calculation: workingsOf(entry) };
}

function isClaimed(entry: Cited): entry is Cited & { claim: string } {
  return typeof entry.claim === 'string' && entry.claim.length <= LONGEST;
}

/** Quotations by page, each once. */
function pagesOf(cited: readonly Cited[]): Page[] {
  return byPage([...new Map(cited.map((quotation) => [quotationKey(quotation), quotation])).values()]);
}

/**
 * Writes together what arrives together: what comes while a write is under way waits for the next one, which takes all
 * of it. Resolves as the item is written.
 *
 * @throws the error of the write that took the item
 */
export function gathered<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    next ??= last.then(() => {
      const items = waiting;
      waiting = [];
      next = null;
      return write(items);
    });
    last = next.catch(() => undefined);
    return next;
  };
}
