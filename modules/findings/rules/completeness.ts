import { stands, wasChecked } from '../evidence';
import { flawsIn, type Rule, type Flaw, type Reviewed } from './rule';
import { wordsOf } from './texts';

export const evidenceIds: Rule = {
  id: 'evidence-ids',
  demand: 'Evidence ids are unique, and every citation names an entry of `evidence`.',
  fallback: 'refuse',
  flaws: ({ evidence, ...findings }) => {
    const ids = evidence.map(({ evidenceId }) => evidenceId);
    const known = new Set(ids);
    const twice = flawsIn(ids, '/evidence/*/evidenceId', (id, i) => ids.indexOf(id) !== i && `"${id}" is used twice`);
    const dangling = citationsIn(findings).flatMap(({ pointer, id }) =>
      known.has(id) ? [] : [{ pointer, detail: `no evidence has the id "${id}"` }],
    );
    return [...twice, ...dangling];
  },
};

interface Citation {
  pointer: string;
  id: string;
}

export function citationsIn(value: unknown, pointer = ''): Citation[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${pointer}/${key}`;
    if (key !== 'evidenceIds') return citationsIn(inner, at);
    return (inner as string[]).map((id, i) => ({ pointer: `${at}/${i}`, id }));
  });
}

export const sourceAddress: Rule = {
  id: 'source-address',
  demand: 'Every `sourceUrl` is an absolute http or https URL.',
  fallback: 'refuse',
  flaws: ({ evidence }) =>
    flawsIn(
      evidence,
      '/evidence/*/sourceUrl',
      ({ sourceUrl }) => !isHttpUrl(sourceUrl) && 'must be an absolute http or https address',
    ),
};

export const basisCited: Rule = {
  id: 'basis-cited',
  demand: 'A score whose basis is `fact` or `estimate` cites evidence.',
  fallback: 'refuse',
  flaws: ({ dimensions }) =>
    Object.entries(dimensions).flatMap(([name, { basis, evidenceIds: cited }]) =>
      basis === 'inference' || cited.length > 0
        ? []
        : [
            {
              pointer: `/dimensions/${name}/evidenceIds`,
              detail: `a score whose basis is "${basis}" must cite evidence; without a source its basis is "inference"`,
            },
          ],
    ),
};

export const moneyRange: Rule = {
  id: 'money-range',
  demand: 'The low end of a monetization range does not exceed its high end.',
  fallback: 'refuse',
  flaws: ({ monetization }) =>
    flawsIn(monetization, '/monetization/*/low', ({ low, high }) => low > high && 'must not exceed "high"'),
};

function isHttpUrl(candidate: string): boolean {
  return URL.canParse(candidate) && /^https?:$/.test(new URL(candidate).protocol);
}

/** Minimum evidence for paid research. Research with less evidence is free of charge. */
export const EVIDENCE_FLOOR = {
  /** Percentage of citations that are verified. */
  percent: 60,
  /** Number of pages with a verified citation. */
  sources: 5,
  /** Number of hosts of these pages. */
  hosts: 3,
} as const;

const { percent, sources, hosts } = EVIDENCE_FLOOR;

/** Describes {@link EVIDENCE_FLOOR}, for the end of a sentence. */
export const FLOOR_IN_WORDS = `${sources} sources on ${hosts} hosts, and ${percent}% of all citations`;

export const EVIDENCE = '/evidence';

export const enoughEvidence: Rule = {
  id: 'enough-evidence',
  demand: `Paid research has verified quotations from at least ${FLOOR_IN_WORDS}. Quotations that only the agent saw also count. If quotations are not checked, all citations count.`,
  fallback: 'unpaid',
  flaws: ({ evidence }, { depth }) => {
    if (depth === 'scan') return [];
    // Invalid URLs are reported by another rule.
    const verified = carrying(evidence).filter(({ sourceUrl }) => URL.canParse(sourceUrl));
    const pages = new Set(verified.map(({ sourceUrl }) => pageOf(sourceUrl)));
    const sites = new Set(verified.map(({ sourceUrl }) => hostOf(sourceUrl)));
    const isEnough = pages.size >= sources && sites.size >= hosts && verified.length * 100 >= percent * evidence.length;
    if (isEnough) return [];
    const found = `${verified.length} of ${evidence.length}, from ${pages.size} sources on ${sites.size} hosts`;
    const detail = `must have verified quotations from at least ${FLOOR_IN_WORDS}; verified are ${found}: cite more pages that open without signing in, and leave out pages that cannot be read`;
    return [{ pointer: EVIDENCE, detail }, ...unread(evidence)];
  },
};

/** The service itself must find at least one quotation. Until then, pages that only the agent saw do not count. */
export const foundByService: Rule = {
  id: 'found-by-service',
  since: 2,
  demand:
    'If quotations are checked, the service itself found at least one quotation of the paid research on its page.',
  fallback: 'unpaid',
  flaws: ({ evidence }, { depth }) =>
    depth === 'scan' ||
    evidence.some(({ verification }) => verification?.status === 'verified') ||
    !evidence.some(stands)
      ? []
      : [{ pointer: EVIDENCE, detail: NONE_FOUND }],
};

const NONE_FOUND =
  'must have quotations that the service itself finds: it found none on the cited pages, so cite pages that open for everybody';

/** Evidence that counts: verified entries, or all entries if nothing was checked. */
function carrying(evidence: Reviewed['evidence']): Reviewed['evidence'] {
  return wasChecked(evidence) ? evidence.filter(stands) : evidence;
}

/** Reports pages that the service could not read. Another rule reports quotations missing from readable pages. */
function unread(evidence: Reviewed['evidence']): Flaw[] {
  return flawsIn(
    evidence,
    '/evidence/*/sourceUrl',
    (entry) =>
      !stands(entry) &&
      (entry.verification?.status === 'unreachable' || entry.verification?.status === 'not_text') &&
      'must be a text page that opens for everybody: the service could not read it',
  );
}

function pageOf(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** Host of a page, without `www.`. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./u, '');
}

const PARTS = ['audienceSizing', 'unitEconomics', 'firstIssues', 'launchCalendar'] as const;

export const completeResearch: Rule = {
  id: 'complete-research',
  demand:
    'Paid research has audience sizing, unit economics, first issues and a launch calendar. Each source has a grade and a publication day, each competitor a price, frequency, size and last issue, and each risk a likelihood and impact.',
  fallback: 'pass',
  flaws: (findings, { depth }) =>
    depth === 'scan'
      ? []
      : [
          ...PARTS.filter((part) => !findings[part]).map((part) => missing('', part)),
          ...missingIn(findings, 'evidence', ['grade', 'publishedAt']),
          ...missingIn(findings, 'competitors', ['price', 'frequency', 'size', 'lastIssue']),
          ...missingIn(findings, 'risks', ['likelihood', 'impact']),
        ],
};

function missingIn<List extends 'evidence' | 'competitors' | 'risks'>(
  findings: Reviewed,
  list: List,
  fields: readonly (keyof Reviewed[List][number] & string)[],
): Flaw[] {
  return findings[list].flatMap((entry, i) =>
    fields.filter((field) => !(field in entry)).map((field) => missing(`/${list}/${i}`, field)),
  );
}

function missing(pointer: string, field: string): Flaw {
  return {
    pointer: `${pointer}/${field}`,
    detail: 'is missing: research it as instructed, or use null where the instructions allow it',
  };
}

/** Words for competitors, in the languages of dossiers. */
const RIVALS =
  /compet|rival|newsletter|publi[ck]ation|publicaci|pubblicazion|letter|lettre|bolet|[ck]on[ck]urren|concorren|wettbewerb/iu;

export const emptyFieldExplained: Rule = {
  id: 'empty-field-explained',
  demand: 'If there are no competitors, the limitations say where the agent looked.',
  fallback: 'pass',
  flaws: ({ competitors, limitations }) =>
    competitors.length > 0 || limitations.some((text) => RIVALS.test(text))
      ? []
      : [{ pointer: '/competitors', detail: 'is empty: limitations must say where you looked for competitors' }],
};

const SCAN_WORDS = 120;

export const shortScan: Rule = {
  id: 'short-scan',
  demand: `The rationale of a scan’s verdict has at most ${SCAN_WORDS} words.`,
  fallback: 'pass',
  flaws: ({ verdict }, { depth }) =>
    depth === 'research' || wordsOf(verdict.rationale).length <= SCAN_WORDS
      ? []
      : [{ pointer: '/verdict/rationale', detail: `must have at most ${SCAN_WORDS} words in a scan` }],
};
