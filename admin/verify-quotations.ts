import { byPage } from '../domain/cited-quotations';
import { readSettings, url } from '../platform/settings';
import { createCitedPages } from '../providers/cited-pages/cited-pages';
import type { Database } from '../prisma/client';
import type { Verify } from '../store/opportunities/import-opportunities';
import { siteTurns } from '../store/sites/site-turns';

const settings = {
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Where owners of cited pages find who we are' }),
  CITED_PAGES_ORIGIN: url({ default: undefined, desc: 'Serves example.com and its kind, for samples' }),
};

/** Checks quotations on the pages that they cite, as the worker does with those of runs; ended by `close`. */
export function openQuotationCheck(db: Database): { verify: Verify; close(): Promise<void> } {
  const { PUBLIC_URL, CITED_PAGES_ORIGIN } = readSettings(settings);
  const pages = createCitedPages({
    publicUrl: PUBLIC_URL,
    sampleOrigin: CITED_PAGES_ORIGIN ?? null,
    turns: siteTurns(db),
  });
  const never = new AbortController().signal;
  return {
    async verify(evidence) {
      const checked = await Promise.all(
        byPage(evidence).map(async ({ url: address, quotations }) => {
          const excerpts = quotations.map(({ excerpt }) => excerpt);
          const { found, contentSha256 } = await pages.check(
            { url: address, quotations: excerpts, owner: 'import' },
            never,
          );
          const checkedAt = new Date().toISOString();
          return found.map(
            ({ status, kept }, i) =>
              [quotations[i]!.evidenceId, { status, checkedAt, contentSha256, ...kept }] as const,
          );
        }),
      );
      return new Map(checked.flat());
    },
    close: () => pages.close(),
  };
}
