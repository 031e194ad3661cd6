import type { SessionStep } from '../findings/contract/agents';
import type { Submission } from '../findings/contract/findings';
import { sampleFindings } from '../findings/contract/sample-findings';
import type { Plan } from '../findings/plan';
import { placeOfCandidate } from '../run-kinds/contract';

/** Quality of a sandbox submission: correct, with a flaw that gets it sent back, or citing unreadable pages. */
export type Quality = 'sound' | 'flawed' | 'unreadable';

/** Parent domain of the sandbox's pages. The name is reserved, so nobody can register it. */
const PAGES = 'sandbox.example';

/** Path prefix of pages that the sandbox reports as unreadable. */
const UNREADABLE = '/unreadable/';

/** Replaces the sample's first limitation. */
const SANDBOX_LIMITATION =
  'This is a sample from the sandbox: whatever was asked, nothing was researched, and every name, figure and source in it is invented.';

/** Maximum difference between the candidates' scores. It is too small to change a recommendation. */
const MOST_POINTS = 15;

/** True if a sandbox page can be read. */
export function isReadable(url: string): boolean {
  return !new URL(url).pathname.startsWith(UNREADABLE);
}

/** True if the sample lists this domain as registered. */
export function isTaken(domain: string): boolean {
  const check = sampleFindings.nameChecks!.find((each) => each.domain === domain);
  return check?.registration?.status === 'registered';
}

/**
 * Creates the findings that the sandbox submits at `now`, from the published sample. Scores and competitor URLs depend
 * on the candidate's place in the plan, because candidates with equal competitors would be duplicates.
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

/** Steps of the session that submits these findings. Every cited page is opened; unreadable ones have no text. */
export function* sandboxSteps(now: Date, candidateId: string | null, quality: Quality): Generator<SessionStep> {
  const at = now.toISOString();
  yield { at, kind: 'asked', query: 'The sandbox asks no search engine' };
  for (const { sourceUrl: url, excerpt: text } of sandboxFindings(now, candidateId, quality).evidence) {
    yield { at, kind: 'opened', url, text: isReadable(url) ? text : '' };
  }
}

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

/** The sample without the parts that a run adds to a submission. */
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

/** Makes a score cite evidence that does not exist, so that the check sends the submission back. */
function withFlaw(dimensions: Submission['dimensions']): Submission['dimensions'] {
  return { ...dimensions, demand: { ...dimensions.demand, evidenceIds: ['ev999'] } };
}

function pageOf(sourceUrl: string, quality: Quality): string {
  const { hostname, pathname } = new URL(sourceUrl);
  const [site] = hostname.split('.');
  return `https://${site}.${PAGES}${quality === 'unreadable' ? UNREADABLE : '/'}${pathname.slice(1)}`;
}
