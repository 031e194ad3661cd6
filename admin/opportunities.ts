import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { readSettings, url } from '../base/settings';
import { countPages } from '../modules/dossiers/dossier-renderer';
import { byPage } from '../modules/findings/evidence';
import { siteTurns } from '../modules/findings/store/sites';
import { OPPORTUNITY_STATES } from '../modules/opportunities/contract';
import { listAllOpportunities } from '../modules/opportunities/store/catalog';
import { archiveOpportunity, importOpportunities, type Verify } from '../modules/opportunities/store/import';
import { offerAgain } from '../modules/orders/store/decisions';
import type { Database } from '../prisma/client';
import { createCitedPages } from '../vendors/cited-pages/cited-pages';
import { printFrom, reads, writes } from './context';
import { integerBetween, oneOf } from './options';
import { shownMoney } from './print';

interface ImportFlags {
  skipQuotations?: boolean;
  reason?: string;
}

const UNCHECKED: ReturnType<typeof openQuotationCheck> = {
  verify: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};

/** A file of a thousand opportunities is about 30 MB. */
const MAX_FILE_BYTES = 64_000_000;

function readJsonFile(file: string): unknown {
  if (statSync(file).size > MAX_FILE_BYTES) throw new Error(`${file} is larger than 64 MB: import it in parts.`);
  return JSON.parse(readFileSync(file, 'utf8')) as unknown;
}

export function addOpportunityCommands(program: Command): void {
  const opportunities = program.command('opportunities').description('the catalog');
  writes(opportunities.command('import <file>'))
    .description(
      'offer the opportunities in a JSON file: one or a list, each with all sections of the public sample; ' +
        'existing ones are not changed',
    )
    .option('--skip-quotations', 'do not check quotations on the cited pages; requires --reason')
    .option('--reason <text>', 'recorded in the audit log')
    .action(async (file: string, { skipQuotations, reason }: ImportFlags, command: Command) => {
      if (skipQuotations && !reason) throw new Error('--skip-quotations requires --reason TEXT for the audit log.');
      const content = readJsonFile(file);
      const documents = Array.isArray(content) ? content : [content];
      await printFrom(command, (db) => {
        const check = skipQuotations ? UNCHECKED : openQuotationCheck(db);
        return importOpportunities(db, documents, check.verify, countPages).finally(() => check.close());
      });
    });
  reads(opportunities.command('list'))
    .description('opportunities in every state, newest first')
    .option('--status <status>', OPPORTUNITY_STATES.join(', '), oneOf(OPPORTUNITY_STATES))
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .action(({ status, limit }, command) =>
      printFrom(command, async (db) =>
        (await listAllOpportunities(db, limit, status)).map((offer) => ({
          id: offer.id,
          mode: offer.mode,
          status: offer.status,
          price: shownMoney(command, { amount: offer.priceAmount, currency: offer.priceCurrency }),
          reservedUntil: offer.reservedUntil,
          soldTo: offer.soldTo,
          title: offer.title,
        })),
      ),
    );
  writes(opportunities.command('archive <id>'))
    .description('permanently remove an opportunity from the catalog; refused if it is reserved or sold')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        await archiveOpportunity(db, id);
        return { opportunityId: id, status: 'archived' };
      }),
    );
  writes(opportunities.command('offer <id>'))
    .description('offer a sold opportunity again after its payment was returned to the buyer')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        await offerAgain(db, id);
        return { opportunityId: id, status: 'available' };
      }),
    );
}

const settings = {
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Tells owners of cited pages who we are' }),
  CITED_PAGES_ORIGIN: url({ default: undefined, desc: 'Serves example.com and similar names, for samples' }),
};

/** Checks quotations on the cited pages, the way the worker does for runs. Call `close` when done. */
function openQuotationCheck(db: Database): { verify: Verify; close(): Promise<void> } {
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
