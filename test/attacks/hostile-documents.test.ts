import { checkedPlan } from '../../activities/check-submission';
import { newId } from '../../base/ids';
import { plainTexts } from '../../base/plain-text';
import { sampleOpportunities } from '../../local/seed';
import { countPages } from '../../modules/dossiers/dossier-renderer';
import { withComputed } from '../../modules/findings/publish';
import type { OpportunityImport } from '../../modules/opportunities/contract';
import { importOpportunities, importOpportunity } from '../../modules/opportunities/store/import';
import { recordPlan } from '../../modules/runs/store/candidates';
import { keepChecks, quotationKey, readChecks } from '../../modules/runs/store/evidence';
import { createCustomer, createSearch } from '../support/api';
import { html, never, PROSE, QUOTE, useCitedSite } from '../support/cited-site';
import { useApi } from '../support/use';

const { db, api } = useApi();
const site = useCitedSite();
afterEach(() => site.clear());

const search = async () => {
  const customer = await createCustomer(db, { kind: 'custom_search' });
  return (await createSearch(api, customer, newId('key'))).body.runId;
};
const deep = (): unknown => JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);

describe('research manipulated by a page', () => {
  /** Text that databases, terminals or readers misinterpret. */
  const DISGUISED = 'A letter\u0000 on \u202erooftop\ud800 solar\u001b[2J';
  const PLAIN = 'A letter on rooftop\ufffd solar[2J';
  const planned = (text: string) => ({
    title: text,
    idea: `${text}, for those who put it up and those who pay for it`,
    audience: text,
    geography: null,
    effort: 'low' as const,
  });

  test('stores plain text for a plan with disguised text', async () => {
    const runId = await search();
    const submitted = { candidates: ['one', 'two', 'three'].map((word) => planned(`${DISGUISED} ${word}`)) };
    // The database rejects the plan's text as the agent wrote it, so the product must clean it first.
    await expect(recordPlan(db, runId, submitted.candidates)).rejects.toThrow('Unicode');
    const { document, flaws } = checkedPlan(submitted);
    expect(flaws).toEqual([]);
    await recordPlan(db, runId, document!.candidates);
    const stored = await db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' } });
    expect(stored.map(({ title }) => title)).toEqual(['one', 'two', 'three'].map((word) => `${PLAIN} ${word}`));
  });

  test('keeps the context of a quotation without the disguised text around it', async () => {
    const runId = await search();
    const text = `<p>${PROSE}</p><p>Before it &#x202e;hidden&#x2069;. ${QUOTE} After\u001b[2J it.</p><p>${PROSE}</p>`;
    site.pages['/page'] = html(`<meta charset="utf-8"><title>A &#x202e;page</title>${text}`);
    const url = 'https://source.example/page';
    const { found, contentSha256 } = await site.create().check({ url, quotations: [QUOTE], owner: runId }, never);
    const key = quotationKey({ sourceUrl: url, excerpt: QUOTE });
    await keepChecks(db, { runId, candidateId: null }, [{ key, contentSha256, ...found[0]! }]);
    const check = (await readChecks(db, { runId, candidateId: null })).get(key)!;
    expect([check.status, check.excerpt]).toEqual(['verified', QUOTE]);
    expect(check.context).toContain('Before it hidden. ');
    expect(plainTexts(check)).toEqual(JSON.parse(JSON.stringify(check)));
  });
});

describe('an imported file', () => {
  // Reads the sample only once, because every read checks its quotations against the sample web pages.
  const [FIRST] = sampleOpportunities() as OpportunityImport[];
  const sample = (): OpportunityImport => ({ ...structuredClone(FIRST!), opportunityId: newId('opp') });
  const put = (documents: readonly unknown[]) =>
    importOpportunities(db, documents, () => Promise.resolve(null), countPages);
  /** The error message, or an empty string if the import succeeds. */
  const refusal = (documents: readonly unknown[]) =>
    put(documents).then(
      () => '',
      (error: Error) => error.message,
    );

  test('is refused with a short message when it is deep, malformed or huge', async () => {
    const sound = sample();
    const findings = { ...sound.findings, evidence: Array(50_000).fill(sound.findings.evidence[0]) };
    const foreign = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`member${i}`, i]));
    const title = { ...sound, title: deep() };
    for (const document of [deep(), { ...sound, findings }, title, { ...sound, ...foreign }, null, [sound]]) {
      const said = await refusal([document]);
      expect(said).toMatch(/^Nothing was imported\./);
      expect(said.length).toBeLessThan(16_000);
    }
    expect(await refusal(Array(1_001).fill(sound))).toContain('at most 1000 opportunities; this one has 1001');
    expect(await db.prisma.opportunity.count({ where: { id: sound.opportunityId } })).toBe(0);
  });

  test('is refused if it lacks a section of the public sample, unless already imported', async () => {
    const { searchLog: _log, trend: _trend, ...findings } = sample().findings;
    const thin = { ...sample(), findings };
    expect(await refusal([thin])).toMatch(
      /document 1: \/findings\/trend is missing: [^]*\/findings\/searchLog is missing/,
    );
    const earlier = { ...sample(), findings: withComputed(findings) };
    expect(await importOpportunity(db, earlier)).toBe(true);
    expect(await put([{ ...earlier, findings }])).toMatchObject([{ result: 'already there' }]);
  });
});
