import { getDomain } from 'tldts';
import type { Evidence } from '../../contracts/findings-parts';
import { wordsOf } from './texts';

/**
 * True if two of these sources carry a high confidence: first-hand records or accountable reporting, of two publishers,
 * with different content. Where pages were checked, both quotations must have been found.
 */
export function twoIndependent(sources: readonly Evidence[], verified: boolean): boolean {
  const carrying = sources.filter(
    ({ grade = 'primary', verification }) =>
      (grade === 'primary' || grade === 'reported') && (!verified || verification?.status === 'verified'),
  );
  return carrying.some((one, i) => carrying.slice(i + 1).some((other) => areApart(one, other)));
}

function areApart(one: Evidence, other: Evidence): boolean {
  const hashes = [one, other].map(({ verification }) => verification?.contentSha256 ?? null);
  return (
    publisherOf(one) !== publisherOf(other) &&
    words(one) !== words(other) &&
    (hashes[0] === null || hashes[0] !== hashes[1])
  );
}

// Names below one registrable domain belong to one publisher, except at hosts of pages such as github.io.
function publisherOf({ sourceUrl }: Evidence): string {
  const domain = getDomain(sourceUrl, { allowPrivateDomains: true });
  return domain ?? (URL.canParse(sourceUrl) ? new URL(sourceUrl).hostname : sourceUrl);
}

const words = ({ excerpt }: Evidence) => wordsOf(excerpt).join(' ');
