import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verification } from '../contracts/findings-parts';
import type { OpportunityImport } from '../contracts/opportunities';
import { createPageSearch } from '../domain/quotation';
import { PACKAGE_ROOT } from '../platform/package-root';
import { sampleHtml, findPage } from '../stand-ins/web/pages';
import type { Verify } from '../store/opportunities/import-opportunities';

const SAMPLES = join(PACKAGE_ROOT, 'prisma', 'catalogue');

/**
 * The sample catalogue that the local default begins with. Its quotations are checked on the pages that the sample web
 * serves, as the service does with those of a run, and carry the result.
 */
export function sampleOpportunities(): unknown[] {
  return readdirSync(SAMPLES).map((file) => {
    const opportunity = JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')) as OpportunityImport;
    const { findings } = opportunity;
    const evidence = findings.evidence.map((each) => ({
      ...each,
      verification: verificationOf(each.sourceUrl, each.excerpt, findings.generatedAt),
    }));
    return { ...opportunity, findings: { ...findings, evidence } };
  });
}

/** Verifications that sample opportunities carry. */
export const verifySamples: Verify = (evidence) =>
  Promise.resolve(
    new Map(
      evidence.flatMap(({ evidenceId, verification }) => (verification ? [[evidenceId, verification] as const] : [])),
    ),
  );

function verificationOf(sourceUrl: string, excerpt: string, checkedAt: string): Verification {
  const page = findPage(sourceUrl);
  if (!page) return { status: 'unreachable', checkedAt, contentSha256: null };
  const contentSha256 = createHash('sha256').update(sampleHtml(page)).digest('hex');
  const passage = createPageSearch([page.title, ...page.text].join('\n\n'))(excerpt);
  return {
    status: passage ? 'verified' : 'not_found',
    checkedAt,
    contentSha256,
    ...(passage && { context: passage.context }),
    pageTitle: page.title,
    ...(page.publishedAt && { pageDate: page.publishedAt }),
  };
}
