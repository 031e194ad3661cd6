import { stands, wasChecked } from '../evidence-counts';
import { flawsIn, type Flaw, type Reviewed, type Rule } from './rule';

/** Least evidence of paid research; with less, nothing is charged. */
export const EVIDENCE_FLOOR = {
  /** Verified citations of 100. */
  percent: 60,
  /** Pages with a verified citation. */
  sources: 5,
  /** Hosts of these pages. */
  hosts: 3,
} as const;

const { percent, sources, hosts } = EVIDENCE_FLOOR;

/** The floor in words, as the end of a sentence. */
export const FLOOR_IN_WORDS = `${sources} sources on ${hosts} hosts, and ${percent}% of all citations`;

/** Pointer of the flaw. */
export const EVIDENCE = '/evidence';

/** Paid research rests on sources that stand. */
export const enoughEvidence: Rule = {
  id: 'enough-evidence',
  since: 2,
  demand: `The quotations of at least ${FLOOR_IN_WORDS} of paid research were found on their pages, or stand in what the agent saw of pages that the service could not read. Where quotations are not checked, what is cited counts.`,
  atLast: 'unpaid',
  flaws: ({ evidence }, { depth }) => {
    if (depth === 'scan') return [];
    // What is no address at all is another rule's flaw.
    const verified = carrying(evidence).filter(({ sourceUrl }) => URL.canParse(sourceUrl));
    const pages = new Set(verified.map(({ sourceUrl }) => pageOf(sourceUrl)));
    const sites = new Set(verified.map(({ sourceUrl }) => hostOf(sourceUrl)));
    const isEnough = pages.size >= sources && sites.size >= hosts && verified.length * 100 >= percent * evidence.length;
    if (isEnough) return [];
    const found = `${verified.length} of ${evidence.length}, of ${pages.size} sources on ${sites.size} hosts`;
    const detail =
      `must hold the verified quotations of ${FLOOR_IN_WORDS}; verified are ${found}: cite further pages that open ` +
      'without signing in, and leave out what cannot be read';
    return [{ pointer: EVIDENCE, detail }, ...unread(evidence)];
  },
};

/** Evidence that counts: what was found; all of it where nothing was looked for. */
function carrying(evidence: Reviewed['evidence']): Reviewed['evidence'] {
  return wasChecked(evidence) ? evidence.filter(stands) : evidence;
}

/** Pages that the agent may have read and the service could not; of the others it hears that they lack the quotation. */
function unread(evidence: Reviewed['evidence']): Flaw[] {
  return flawsIn(
    evidence,
    '/evidence/*/sourceUrl',
    (entry) =>
      !stands(entry) &&
      (entry.verification?.status === 'unreachable' || entry.verification?.status === 'not_text') &&
      'must be a page that opens for everybody and is text: it could not be read',
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
