import type { ValidateFunction } from 'ajv/dist/2020';
import { Failure } from '../../../base/failures';
import { unsafeTexts } from '../../../base/plain-text';
import { createSchemaCompiler } from '../../../base/schema-compiler';
import { FINDINGS_SCHEMA_VERSION } from '../../../base/versions';
import { transaction, type Database } from '../../../prisma/client';
import type { Findings } from '../../findings/contract/findings';
import { asksForDepth, depthFlaws, printedFlaws } from '../../findings/depth-by-price';
import {
  evidenceCounts,
  notFoundFlaws,
  withSentences,
  withVerification,
  type Verifications,
} from '../../findings/evidence';
import { withComputed } from '../../findings/publish';
import type { Flaw } from '../../findings/rules/rule';
import { flawsOfEach, flawsOfPublished, semanticFlaws } from '../../findings/rules/rules';
import { recordAudit } from '../../outbox/store/audit';
import { OpportunityImport } from '../contract';
import { cardFiguresOf } from '../preview';
import { OPPORTUNITY } from '../rules';
import { refuseErased, unavailable } from './holds';

export interface Imported {
  opportunityId: string;
  title: string;
  mode: string;
  result: 'imported' | 'already there';
  /** Result of checking the quotations, such as `12 of 12 found`; null if the opportunity already existed. */
  quotations: string | null;
  /** Pages of the PDF; null if the opportunity already existed, or if its price does not require a minimum depth. */
  pages: number | null;
}

/** Checks that quotations are on the pages that they cite. Returns null if verification is off. */
export type Verify = (evidence: Findings['evidence']) => Promise<Verifications | null>;

/** Counts the pages of a PDF of the findings. Called only if the price requires a minimum depth. */
export type CountPages = (findings: Findings, title: string) => Promise<number>;

/** Maximum number of documents in one import, and of problems that its error lists. */
const MAX_DOCUMENTS = 1_000;
const MAX_FLAWS = 50;

/**
 * Offers new opportunities; existing ones stay unchanged. Computes unit economics and verifies quotations with
 * `verify`, and ignores what the documents say about both. Validates all documents before it stores any. New
 * opportunities must meet the rules of published findings, have every section of the public sample, and be as deep as
 * their price requires, including their number of printed pages (`countPages`). Each checked quotation must be found on
 * its page.
 * @throws Error naming each invalid document and its problems
 */
export async function importOpportunities(
  db: Database,
  documents: readonly unknown[],
  verify: Verify,
  countPages: CountPages,
): Promise<Imported[]> {
  if (documents.length > MAX_DOCUMENTS) {
    throw new Error(
      `Nothing was imported. A file may contain at most ${MAX_DOCUMENTS} opportunities; this one has ${documents.length}.`,
    );
  }
  // Compiled on demand: imports are rare, and the API loads this module too.
  const matchesSchema = createSchemaCompiler().compile<OpportunityImport>(OpportunityImport);
  refuse(documents.map((document) => flawsOf(matchesSchema, document)));
  const opportunities = documents as readonly OpportunityImport[];
  await refuseUnknownContributors(db, opportunities);
  const ids = opportunities.map(({ opportunityId }) => opportunityId);
  const known = await db.prisma.opportunity.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const isKnown = new Set(known.map(({ id }) => id));
  const isNew = ({ opportunityId }: OpportunityImport) => !isKnown.has(opportunityId);
  const computed = opportunities.map(({ findings }) => withComputed(withVerification(findings, null)));
  refuse(
    opportunities.map((each, i) =>
      isNew(each) ? said([...depthFlaws(computed[i]!, each.price.amount), ...flawsOfPublished(computed[i]!)]) : [],
    ),
  );
  const verified: Findings[] = [];
  for (const [i, findings] of computed.entries()) {
    const opportunity = opportunities[i]!;
    const verifications = isNew(opportunity) ? await verify(opportunity.findings.evidence) : null;
    const document = withSentences(withVerification(findings, verifications), verifications);
    // Verified documents get the current schema version, even if they were written for an older one.
    verified.push(verifications ? { ...document, schemaVersion: FINDINGS_SCHEMA_VERSION } : document);
  }
  refuse(
    verified.map((findings) => said([...unverifiedFlaws(findings), ...verifiedFlaws(findings)])),
    RELAXED,
  );
  const printed: (number | null)[] = [];
  for (const [i, opportunity] of opportunities.entries()) {
    const isAsked = isNew(opportunity) && asksForDepth(opportunity.price.amount);
    printed.push(isAsked ? await countPages(verified[i]!, opportunity.title) : null);
  }
  refuse(printed.map((pages, i) => (pages === null ? [] : said(printedFlaws(pages, opportunities[i]!.price.amount)))));
  const imported: Imported[] = [];
  for (const [i, opportunity] of opportunities.entries()) {
    const { opportunityId, title, mode } = opportunity;
    const findings = verified[i]!;
    const pages = printed[i]!;
    const stored = isNew(opportunity) && (await importOpportunity(db, { ...opportunity, findings }, pages));
    const result = stored ? 'imported' : 'already there';
    imported.push({ opportunityId, title, mode, result, quotations: stored ? foundOf(findings) : null, pages });
  }
  return imported;
}

// We could not credit an unknown contributor when their opportunity sells.
async function refuseUnknownContributors(db: Database, opportunities: readonly OpportunityImport[]): Promise<void> {
  const named = [...new Set(opportunities.flatMap(({ contributorAccountId }) => contributorAccountId ?? []))];
  const known = await db.prisma.contributor.findMany({ where: { accountId: { in: named } } });
  const unknown = named.filter((id) => !known.some(({ accountId }) => accountId === id));
  if (unknown.length > 0) throw new Error(`Nothing was imported. Not a contributor: ${unknown.join(', ')}`);
}

const RELAXED = 'Correct the quotations, or import with --skip-quotations and a --reason.';

/** @throws Error if a document has problems */
function refuse(flaws: readonly string[][], advice?: string): void {
  const lines = flaws.flatMap((ofDocument, place) => ofDocument.map((flaw) => `document ${place + 1}: ${flaw}`));
  if (lines.length === 0) return;
  const more = lines.length > MAX_FLAWS ? [`and ${lines.length - MAX_FLAWS} more`] : [];
  throw new Error(
    ['Nothing was imported.', ...lines.slice(0, MAX_FLAWS), ...more, ...(advice ? [advice] : [])].join('\n  '),
  );
}

const said = (flaws: readonly Flaw[]) => flaws.map(({ pointer, detail }) => `/findings${pointer} ${detail}`);

/** Reports quotations that were not found or whose page could not be read. Nothing that we sell may rely on them. */
function unverifiedFlaws(findings: Findings): Flaw[] {
  const unread = findings.evidence.flatMap(({ verification }, i) =>
    verification?.status === 'unreachable' || verification?.status === 'not_text'
      ? [{ pointer: `/evidence/${i}/sourceUrl`, detail: `could not be read (${verification.status})` }]
      : [],
  );
  return [...notFoundFlaws(findings), ...unread];
}

/** Checks the rules of published findings that require verified sources. */
function verifiedFlaws(findings: Findings): Flaw[] {
  return findings.evidence.some(({ verification }) => verification) ? flawsOfPublished(findings) : [];
}

function foundOf({ evidence }: Findings): string {
  const counts = evidenceCounts([{ evidence }]);
  return counts ? `${counts.verified} of ${counts.cited} found` : 'not looked for';
}

function flawsOf(matchesSchema: ValidateFunction<OpportunityImport>, document: unknown): string[] {
  const disguised = unsafeTexts(document);
  if (disguised.length > 0) {
    return disguised.map(
      (pointer) => `${pointer} must not contain control characters or text direction overrides, or be nested so deeply`,
    );
  }
  if (!matchesSchema(document)) {
    return matchesSchema.errors!.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  }
  const { findings, mode, score } = document;
  return [
    // Recomputes the unit economics, ignoring the document's own.
    ...said(flawsOfEach(withComputed(findings), semanticFlaws)),
    ...(findings.mode === mode ? [] : ['/findings/mode must be the mode of the opportunity']),
    ...(findings.verdict.score === score ? [] : ['/score must be the score of the verdict']),
  ];
}

/**
 * Offers a validated opportunity; an existing one stays unchanged. Returns true if the opportunity is new. The audit
 * log records how many quotations were found and, if counted, the `pages` of the PDF. @throws Failure `invalid_request`
 * if the contributor is erased
 */
export async function importOpportunity(
  db: Database,
  opportunity: OpportunityImport,
  pages: number | null = null,
): Promise<boolean> {
  const { opportunityId, findings, price, ...described } = opportunity;
  const { mode, title, summary, niche, audience, geography, language, score, contributorAccountId } = described;
  return transaction(db, async (tx) => {
    if (contributorAccountId) await refuseErased(tx, contributorAccountId);
    const { dimensionScores, audiencePeople, breakEvenMonth, isExample } = cardFiguresOf(findings);
    const { rowCount } = await tx.query({
      text: `INSERT INTO opportunities (id, status, mode, title, summary, niche, audience, geography, language, score,
               contributor_account_id, price_amount, price_currency, findings, dimension_scores,
               audience_people, break_even_month, is_example)
             VALUES ($1, 'available', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
             ON CONFLICT DO NOTHING`,
      values: [
        ...[opportunityId, mode, title, summary, niche, audience, geography, language, score, contributorAccountId],
        ...[price.amount, price.currency, Buffer.from(JSON.stringify(findings)), dimensionScores],
        ...[audiencePeople, breakEvenMonth, isExample],
      ],
    });
    if (rowCount === 0) return false;
    const quotations = evidenceCounts([findings]) ?? { quotations: 'not looked for' };
    const about = {
      accountId: contributorAccountId ?? null,
      subject: opportunityId,
      after: { status: 'available', ...quotations, ...(pages !== null && { pages }) },
    };
    await recordAudit(tx, { action: 'opportunity.imported', ...about });
    return true;
  });
}

/**
 * Withdraws an opportunity permanently. @throws Failure `not_found` if it is unknown, and as {@link unavailable} if it
 * is reserved or sold
 */
export async function archiveOpportunity(db: Database, id: string): Promise<void> {
  const archived = await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string | null }>({
      text: `UPDATE opportunities SET status = $2, updated_at = now() WHERE id = $1 AND status = ANY($3)
             RETURNING contributor_account_id AS "accountId"`,
      values: [id, 'archived', OPPORTUNITY.before('archived')],
    });
    if (!rows[0]) return false;
    const change = { before: { status: 'available' }, after: { status: 'archived' } };
    await recordAudit(tx, { action: 'opportunity.archived', accountId: rows[0].accountId, subject: id, ...change });
    return true;
  });
  if (archived) return;
  const found = await db.prisma.opportunity.findUnique({ where: { id }, select: { status: true } });
  if (!found) throw new Failure('not_found', { detail: `No opportunity ${id}.` });
  if (found.status === 'archived') return;
  throw unavailable({ detail: `Opportunity ${id} is ${found.status}.` });
}
