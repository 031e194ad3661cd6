import { groupBy } from '../../base/collections';
import type { Support } from './contract/findings-parts';

/**
 * Quotations of findings, and those of them that were found word for word on the page they cite; and how many claims a
 * second reader found supported, partly supported and unsupported by them, null without one.
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

/** True if quotations of this evidence were looked for on their pages. */
export function wasChecked(evidence: Checked['evidence']): boolean {
  return evidence.some(({ verification }) => verification);
}

/** True for a quotation that was found: by the service on its page, or in what the agent saw of a page that refuses us. */
export function stands({
  verification,
}: {
  verification?: { status: string; seenByAgent?: true } | undefined;
}): boolean {
  return verification?.status === 'verified' || verification?.seenByAgent === true;
}

/** True if a second reader judged claims of this evidence. */
export function wasJudged(evidence: Checked['evidence']): boolean {
  return evidence.some(({ verification }) => verification?.support);
}

/** Counts the evidence of these findings together; null if none of it was checked. */
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

/** Quotation of findings with the address of the page that it cites. */
interface Cited {
  sourceUrl: string;
}

/** Quotations by the page that holds them, fragments of its address apart. */
export function byPage<T extends Cited>(cited: readonly T[]): { url: string; quotations: T[] }[] {
  const pages = groupBy(cited, ({ sourceUrl }) => sourceUrl.split('#', 1)[0]!);
  return [...pages].map(([url, quotations]) => ({ url, quotations }));
}
