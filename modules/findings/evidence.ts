import { groupBy } from '../../base/collections';
import { MAX_LIMITATIONS, type PublishedParts } from './contract/findings';
import type { Support, Verification } from './contract/findings-parts';
import type { Flaw } from './rules/rule';
import { quotationFlaw } from './text/quotation';

/** Data about a page that is stored with the result of checking a quotation. */
export interface KeptOfPage extends Pick<Verification, 'context' | 'page' | 'pageTitle' | 'pageDate' | 'seenByAgent'> {
  /** Whole sentences of the page around the quotation, published in place of the quotation. */
  excerpt?: string;
}

/** Verification of a quotation, with the sentences that contain it. */
export type FoundQuotation = Verification & KeptOfPage;

/** Results of quotation checks, by evidence id. */
export type Verifications = ReadonlyMap<string, FoundQuotation>;

/** Maximum number of ids named in one sentence. */
const NAMED = 20;

/** Adds the results of the quotation checks to a document, replacing any results that the document contains. */
export function withVerification<T extends Pick<PublishedParts, 'evidence'>>(
  document: T,
  verifications: Verifications | null,
): T {
  const evidence = document.evidence.map(({ verification: _own, ...entry }) => {
    const found = verifications?.get(entry.evidenceId);
    if (!found) return entry;
    const { excerpt: _sentences, ...verification } = found;
    return { ...entry, verification };
  });
  return { ...document, evidence };
}

/** Adds the text that the agent saw to the result of a quotation check, if the service could not read the page. */
export function withSeen(
  found: FoundQuotation,
  seen: Pick<KeptOfPage, 'excerpt' | 'context'> | null | undefined,
): FoundQuotation {
  const isUnread = found.status === 'unreachable' || found.status === 'not_text';
  return seen && isUnread ? { ...found, ...seen, seenByAgent: true } : found;
}

/**
 * Expands each quotation that was found to whole sentences, so that negations and exceptions are not cut off. For
 * publication only: the rules check the excerpts that the agent submitted.
 */
export function withSentences<T extends Pick<PublishedParts, 'evidence'>>(
  document: T,
  verifications: Verifications | null,
): T {
  const evidence = document.evidence.map((entry) => {
    const { excerpt = entry.excerpt } = verifications?.get(entry.evidenceId) ?? {};
    return { ...entry, excerpt };
  });
  return { ...document, evidence };
}

/** Reports each quotation that is not on its page. */
export function notFoundFlaws({ evidence }: Pick<PublishedParts, 'evidence'>): Flaw[] {
  return evidence.flatMap(({ verification, excerpt }, i) =>
    verification?.status === 'not_found'
      ? [{ pointer: `/evidence/${i}/excerpt`, detail: quotationFlaw(excerpt) ?? NOT_FOUND }]
      : [],
  );
}

const NOT_FOUND =
  'is not on the page at sourceUrl: quote one passage of it word for word, with complete figures and all negations, or cite the page that says it; visitors’ comments and hidden text do not count';

/**
 * Prepares a document for publication even if some quotations were not found. A `fact` score that cites such a
 * quotation becomes an estimate, or an inference if it cites nothing else. The limitations mention this.
 */
export function settleNotFound<T extends Omit<PublishedParts, 'unitEconomics' | 'nameChecks'>>(document: T): T {
  const notFound = document.evidence
    .filter(({ verification }) => verification?.status === 'not_found')
    .map(({ evidenceId }) => evidenceId);
  if (notFound.length === 0) return document;
  const dimensions = Object.fromEntries(
    Object.entries(document.dimensions).map(([name, dimension]) => [name, lowered(dimension, notFound)]),
  ) as T['dimensions'];
  const more = notFound.length > NAMED ? ' and more' : '';
  const said =
    `${notFound.length} of ${document.evidence.length} quotations were not found on the pages that they cite ` +
    `(${notFound.slice(0, NAMED).join(', ')}${more}); no score rests on them as a fact.`;
  return { ...document, dimensions, limitations: [said, ...document.limitations].slice(0, MAX_LIMITATIONS) };
}

type Dimension = PublishedParts['dimensions']['demand'];

function lowered(dimension: Dimension, notFound: readonly string[]): Dimension {
  const remaining = dimension.evidenceIds.filter((id) => !notFound.includes(id));
  if (dimension.basis !== 'fact' || remaining.length === dimension.evidenceIds.length) return dimension;
  if (remaining.length > 0) return { ...dimension, basis: 'estimate' };
  return {
    ...dimension,
    basis: 'inference',
    confidence: dimension.confidence === 'high' ? 'medium' : dimension.confidence,
  };
}

/**
 * Number of quotations in findings, and how many of them were found word for word on the cited page. Also the numbers
 * of claims that the second reader found supported, partly supported and unsupported; null if it judged none.
 */
export interface EvidenceCounts {
  cited: number;
  verified: number;
  supported: number | null;
  partly: number | null;
  unsupported: number | null;
}

interface Checked {
  evidence: readonly { verification?: { status: string; support?: Support } | undefined }[];
}

/** True if quotations of this evidence were checked on their pages. */
export function wasChecked(evidence: Checked['evidence']): boolean {
  return evidence.some(({ verification }) => verification);
}

/** True if the service found the quotation on its page, or in the agent's copy of a page that we could not read. */
export function stands({
  verification,
}: {
  verification?: { status: string; seenByAgent?: true } | undefined;
}): boolean {
  return verification?.status === 'verified' || verification?.seenByAgent === true;
}

/** True if the service could read none of the pages, so that no quotation was checked. */
export function wasClosed(evidence: Checked['evidence']): boolean {
  const tried = evidence.flatMap(({ verification }) => verification ?? []);
  return tried.length > 0 && tried.every(({ status }) => status === 'unreachable' || status === 'not_text');
}

/** True if the second reader judged any claim that cites this evidence. */
export function wasJudged(evidence: Checked['evidence']): boolean {
  return evidence.some(({ verification }) => verification?.support);
}

/** Counts the evidence of several findings together; null if none of it was checked. */
export function evidenceCounts(findings: readonly Checked[]): EvidenceCounts | null {
  const evidence = findings.flatMap((each) => each.evidence);
  if (!wasChecked(evidence)) return null;
  const verified = evidence.filter(({ verification }) => verification?.status === 'verified').length;
  const judged = wasJudged(evidence);
  const count = (support: Support) =>
    judged ? evidence.filter(({ verification }) => verification?.support === support).length : null;
  return {
    cited: evidence.length,
    verified,
    supported: count('supported'),
    partly: count('partly'),
    unsupported: count('unsupported'),
  };
}

/** Groups quotations by page, ignoring URL fragments. */
export function byPage<T extends { sourceUrl: string }>(cited: readonly T[]): { url: string; quotations: T[] }[] {
  const pages = groupBy(cited, ({ sourceUrl }) => sourceUrl.split('#', 1)[0]!);
  return [...pages].map(([url, quotations]) => ({ url, quotations }));
}
