import type { SessionStep } from '../findings/contract/agents';
import type { Submission } from '../findings/contract/findings';
import { sampleFindings } from '../findings/contract/sample-findings';
import type { Plan } from '../findings/plan';
import { placeOfCandidate } from '../run-kinds/contract';

/** What the sandbox hands in: sound, with a flaw that is sent back, or of pages that cannot be read. */
export type Quality = 'sound' | 'flawed' | 'unreadable';

/** Host below which the pages of the sandbox are: a reserved name, so that nobody else can have it. */
const PAGES = 'sandbox.example';

/** Path of pages that the sandbox does not let anybody read. */
const UNREADABLE = '/unreadable/';

/** Takes the place of the sample's own note, its first limitation. */
const SANDBOX_LIMITATION =
  'This is a sample from the sandbox: whatever was asked, nothing was researched, and every name, figure and source in it is invented.';

/** Candidates differ by at most this number of points, so that the scores of all stay within their recommendation. */
const MOST_POINTS = 15;

/** True if a page of the sandbox can be read. */
export function isReadable(url: string): boolean {
  return !new URL(url).pathname.startsWith(UNREADABLE);
}

/** True for a domain that the sample calls registered. */
export function isTaken(domain: string): boolean {
  const check = sampleFindings.nameChecks!.find((each) => each.domain === domain);
  return check?.registration?.status === 'registered';
}

/**
 * Findings as the sandbox hands them in at `now`: those of the published sample, as research of a run or of a candidate.
 * Candidates differ in their scores, and in the addresses of their rivals, by their place in the plan: with the same rivals
 * they would be one idea in other words.
 */
export function sandboxFindings(now: Date, candidateId: string | null, quality: Quality): Submission {
  const { verdict, dimensions, evidence, limitations, unitEconomics, competitors, nameChecks, ...rest } = submitted();
  const less = candidateId === null ? 0 : (placeOfCandidate(candidateId) - 1) % MOST_POINTS;
  const scored = Object.fromEntries(
    Object.entries(dimensions).map(([name, dimension]) => [name, { ...dimension, score: dimension.score - less }]),
  ) as Submission['dimensions'];
  return {
    ...rest,
    unitEconomics,
    competitors:
      candidateId === null
        ? competitors
        : competitors.map((rival, i) => ({ ...rival, url: `https://rival-${i + 1}.${candidateId}.${PAGES}/` })),
    nameChecks: nameChecks!.map(({ site: _site, registration: _registration, ...check }) => ({
      ...check,
      checkedAt: now.toISOString(),
    })),
    verdict: { ...verdict, score: verdict.score - less },
    dimensions: quality === 'flawed' ? withFlaw(scored) : scored,
    evidence: evidence.map((entry) => ({
      ...entry,
      sourceUrl: pageOf(entry.sourceUrl, quality),
      retrievedAt: now.toISOString(),
    })),
    limitations: [SANDBOX_LIMITATION, ...limitations.slice(1)],
  };
}

/** Steps of the session that hands these findings in: it opens what it cites, and sees nothing of what cannot be read. */
export function* sandboxSteps(now: Date, candidateId: string | null, quality: Quality): Generator<SessionStep> {
  const at = now.toISOString();
  yield { at, kind: 'asked', query: 'The sandbox asks no search engine' };
  for (const { sourceUrl: url, excerpt: text } of sandboxFindings(now, candidateId, quality).evidence) {
    yield { at, kind: 'opened', url, text: isReadable(url) ? text : '' };
  }
}

/** Plan of a search as the sandbox hands it in. */
export function sandboxPlan(candidateCount: number, quality: Quality): Plan {
  const candidates = Array.from({ length: candidateCount }, (_, i) => ({
    title: `Sandbox candidate ${i + 1}`,
    idea: `Newsletter idea ${i + 1} of the sandbox: it stands for an idea that a search would plan from the profile.`,
    audience: null,
    geography: null,
    effort: (['low', 'medium', 'high'] as const)[i % 3]!,
  }));
  return { candidates: quality === 'flawed' ? [candidates[0]!, ...candidates.slice(0, -1)] : candidates };
}

/** The sample without what a run adds to a submission. */
function submitted(): Omit<Submission, 'nameChecks'> &
  Required<Pick<Submission, 'unitEconomics'>> &
  Pick<typeof sampleFindings, 'nameChecks'> {
  const {
    schemaVersion: _version,
    runId: _runId,
    kind: _kind,
    mode: _mode,
    generatedAt: _generatedAt,
    subject: _subject,
    provenance: _provenance,
    evidence,
    unitEconomics,
    sensitivity: _sensitivity,
    searchLog: _searchLog,
    ...rest
  } = sampleFindings;
  const { computed: _computed, ...economics } = unitEconomics!;
  return {
    ...rest,
    evidence: evidence.map(({ verification: _verification, ...entry }) => entry),
    unitEconomics: economics,
  };
}

/** A score that cites what is not there: the first rule that every client would miss. */
function withFlaw(dimensions: Submission['dimensions']): Submission['dimensions'] {
  return { ...dimensions, demand: { ...dimensions.demand, evidenceIds: ['ev999'] } };
}

function pageOf(sourceUrl: string, quality: Quality): string {
  const { hostname, pathname } = new URL(sourceUrl);
  const [site] = hostname.split('.');
  return `https://${site}.${PAGES}${quality === 'unreadable' ? UNREADABLE : '/'}${pathname.slice(1)}`;
}
