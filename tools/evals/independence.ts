import type { Submission } from '../../contracts/findings';
import type { CheckedEvidence } from './play';

/**
 * Number of independent sources behind evidence: pages of one host, or with the same content at several hosts, are one.
 * Content is known only of pages that were fetched.
 */
export function independentSources(
  evidence: Pick<Submission['evidence'][number], 'evidenceId' | 'sourceUrl'>[],
  checked: CheckedEvidence[] | null,
): number {
  const contents = new Map(checked?.map(({ evidenceId, contentSha256 }) => [evidenceId, contentSha256]));
  const groups: Set<string>[] = [];
  for (const { evidenceId, sourceUrl } of evidence) {
    const content = contents.get(evidenceId);
    const marks = new Set([`host ${hostOf(sourceUrl)}`, ...(content ? [`content ${content}`] : [])]);
    // A page can join what looked like two sources: one of its host, one with its content.
    for (const group of groups.filter((each) => [...marks].some((mark) => each.has(mark)))) {
      groups.splice(groups.indexOf(group), 1);
      for (const mark of group) marks.add(mark);
    }
    groups.push(marks);
  }
  return groups.length;
}

function hostOf(sourceUrl: string): string {
  return URL.canParse(sourceUrl) ? new URL(sourceUrl).hostname.replace(/^www\./, '') : sourceUrl;
}
