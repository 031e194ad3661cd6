import { Context } from '@temporalio/activity';
import { groupBy } from '../base/collections';
import { withSignal } from '../base/time-limits';
import { readAssignmentId } from '../modules/findings/contract/agents';
import { MOST_NAMES } from '../modules/findings/contract/findings-depth';
import { byPage } from '../modules/findings/evidence';
import { followTrail } from '../modules/findings/trail';
import type { Stage } from '../modules/run-kinds/contract';
import {
  keepChecks,
  keepNameCheck,
  keepTrail,
  quotationKey,
  readChecks,
  readNameChecks,
  type QuotationCheck,
  type Research,
} from '../modules/runs/store/evidence';
import { reachStage } from '../modules/runs/store/progress';
import type { CitedPages } from '../vendors/cited-pages/cited-pages';
import { siteOf } from '../vendors/cited-pages/host-turns';
import type { DomainNames } from '../vendors/domain-names';
import { loadAssignment } from './assignments';
import { readSubmission } from './check-submission';
import { inMode, type ActivityDeps } from './deps';
import { callAgents } from './failures';
import { judgeClaims } from './judge-claims';
import { citedIn, claimsIn, type Cited } from './submitted-evidence';

/** Maximum number of pages that are read concurrently for one submission. */
const AT_ONCE = 8;
/**
 * Time limit for all pages of one submission. Any page not read by then counts as unreachable. Short because the agent
 * provider caches a session's context for five minutes. After that, a correction pays for the whole context again.
 */
const TIME_LIMIT_MS = 90_000;
interface Page {
  url: string;
  quotations: Cited[];
}

/** Activities that check quotations against the pages they cite. Each is idempotent. */
export function createEvidenceActivities(deps: ActivityDeps) {
  const { db, agents, stopping } = deps;

  return {
    /**
     * Checks the latest submission's quotations against their pages. Stores each result, so that a retry reads only the
     * remaining pages. Never visits a page that the agent did not open, because its URL may leak the agent's prompt.
     * Then the second reader, if any, judges the claims whose quotations were found. Returns the number of quotations,
     * and the number of pages left unread at the time limit.
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
        // Names are looked up only if pages are checked too.
        if (citedPages) await checkNames(deps, domainNames, research, submitted, signal);
      }).catch(asError);
      const unopened = sessionId === null ? new Set<string>() : await trace(research, sessionId, cited).catch(asError);
      const visited =
        unopened instanceof Error ? cited : cited.filter((quotation) => !unopened.has(quotationKey(quotation)));
      const open = citedPages ? await readOpen(citedPages, research, visited) : 0;
      // Throws this error only now, so that an outage of the agent provider does not prevent reading the pages.
      for (const failed of [unopened, await named]) if (failed instanceof Error) throw failed;
      if (citedPages && claimReader) {
        await judgeClaims({ db, claimReader, stopping }, research, claimsIn(cited, await readChecks(db, research)));
      }
      return { cited: cited.length, open };
    },
  };

  /** Stores the session's queries and opened pages. Returns the quotations whose page the session never opened. */
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

  /** Reads pages until all are read or the time limit is reached. Returns how many remain. */
  async function readPages(citedPages: CitedPages, research: Research, pages: readonly Page[]): Promise<number> {
    const context = Context.current();
    const { cancellationSignal } = context;
    const timeLimit = AbortSignal.timeout(TIME_LIMIT_MS);
    const keep = gathered<QuotationCheck[]>((pagesRead) => keepChecks(db, research, pagesRead.flat()));
    let open = pages.length;
    const beat = setInterval(() => context.heartbeat({ open }), (context.info.heartbeatTimeoutMs ?? 20_000) / 3);
    // Sends one request at a time to each site, so that a site with a hundred pages does not delay others.
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
      await withSignal([cancellationSignal, stopping, timeLimit], (signal) =>
        Promise.all(Array.from({ length: AT_ONCE }, () => work(signal))),
      );
    } catch (error) {
      cancellationSignal.throwIfAborted();
      // Unless time ran out, the next attempt reads the remaining pages, on another worker if this one stops.
      if (stopping.aborted || !timeLimit.aborted) throw error;
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

function pagesOf(cited: readonly Cited[]): Page[] {
  return byPage([...new Map(cited.map((quotation) => [quotationKey(quotation), quotation])).values()]);
}

/** Maximum number of domains looked up for one assignment, including those in corrections. */
const MOST_LOOKED_UP = 4 * MOST_NAMES;
const LONGEST_DOMAIN = 120;

/** Looks up the domains of suggested names that are still unknown, and stores each result as it arrives. */
async function checkNames(
  { db }: Pick<ActivityDeps, 'db'>,
  domainNames: DomainNames,
  research: Research,
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

/** Domains named in a submission, even if it does not match the schema. At most as many as the schema allows. */
function domainsIn(submitted: unknown): string[] {
  const { nameChecks } = (submitted ?? {}) as { nameChecks?: unknown };
  const domains = Array.isArray(nameChecks)
    ? nameChecks.map((each) => (each as { domain?: unknown } | null)?.domain)
    : [];
  return domains.filter(isDomain).slice(0, MOST_NAMES);
}

const isDomain = (domain: unknown): domain is string =>
  typeof domain === 'string' && domain.length <= LONGEST_DOMAIN && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/u.test(domain);

/** Batches concurrent writes: items that arrive during a write go into the next batch. @throws the batch's error */
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
