import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { semanticFlaws } from '../contracts/check-findings';
import { OpportunityImport } from '../contracts/opportunities';
import { PACKAGE_ROOT } from '../contracts/package-root';
import type { Database } from '../prisma/client';
import { createDossierRenderer } from '../providers/dossier/create-dossier-renderer';
import { importOpportunity } from '../store/opportunities/change-opportunities';

const SAMPLES = join(PACKAGE_ROOT, 'prisma', 'catalogue');
/** What became of one opportunity of an import. */
export interface Imported {
  opportunityId: string;
  title: string;
  mode: string;
  result: 'imported' | 'already there';
}

/**
 * Puts opportunities on offer, each with its dossier rendered from its findings; those whose id is known stay as they are. All are
 * checked before the first is stored.
 *
 * @throws Error that names each document and what is wrong with it
 */
export async function importOpportunities(db: Database, documents: readonly unknown[]): Promise<Imported[]> {
  // Compiled here: no other command of an operator should pay for it.
  const matchesSchema = addFormats(new Ajv2020({ allErrors: true, strict: true })).compile<OpportunityImport>(
    OpportunityImport,
  );
  const flaws = documents.flatMap((document, place) =>
    flawsOf(matchesSchema, document).map((flaw) => `document ${place + 1}: ${flaw}`),
  );
  if (flaws.length > 0) throw new Error(`Nothing was imported.\n  ${flaws.join('\n  ')}`);
  const opportunities = documents as readonly OpportunityImport[];
  await refuseUnknownContributors(db, opportunities);
  const ids = opportunities.map(({ opportunityId }) => opportunityId);
  const known = await db.prisma.opportunity.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const isKnown = new Set(known.map(({ id }) => id));
  const renderer = createDossierRenderer();
  try {
    const imported: Imported[] = [];
    for (const opportunity of opportunities) {
      const { opportunityId, title, mode, findings } = opportunity;
      const isNew =
        !isKnown.has(opportunityId) &&
        (await importOpportunity(db, opportunity, {
          html: await renderer.html(findings),
          pdf: await renderer.pdf(findings),
        }));
      imported.push({ opportunityId, title, mode, result: isNew ? 'imported' : 'already there' });
    }
    return imported;
  } finally {
    await renderer.close();
  }
}

// Without its contributor a sale would be nobody's share.
async function refuseUnknownContributors(db: Database, opportunities: readonly OpportunityImport[]): Promise<void> {
  const named = [...new Set(opportunities.flatMap(({ contributorAccountId }) => contributorAccountId ?? []))];
  const known = await db.prisma.contributor.findMany({ where: { accountId: { in: named } } });
  const unknown = named.filter((id) => !known.some(({ accountId }) => accountId === id));
  if (unknown.length > 0) throw new Error(`Nothing was imported. Not a contributor: ${unknown.join(', ')}`);
}

/** The sample catalogue that the local default begins with. */
export function sampleOpportunities(): unknown[] {
  return readdirSync(SAMPLES).map((file) => JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')) as unknown);
}

function flawsOf(matchesSchema: ValidateFunction<OpportunityImport>, document: unknown): string[] {
  if (!matchesSchema(document)) {
    return matchesSchema.errors!.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  }
  const { findings, mode, score } = document;
  return [
    ...semanticFlaws(findings).map(({ pointer, detail }) => `/findings${pointer} ${detail}`),
    ...(findings.mode === mode ? [] : ['/findings/mode must be the mode of the opportunity']),
    ...(findings.verdict.score === score ? [] : ['/score must be the score of the verdict']),
  ];
}
