import { randomUUID } from 'node:crypto';
import { sampleFindings } from '../../contracts/sample-findings';
import type { CheckResult } from '../../contracts/timeline';
import { recordEvidence } from '../../store/runs/record-evidence';
import { readResearchFigures } from '../../store/runs/research-figures';
import { addEntry } from '../../store/runs/timeline';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { begin, complete } from '../support/run-states';
import { useApi } from '../support/use';

const { db, api } = useApi({ settings: { maxRepairs: 2 } });

const ENOUGH = 20;
const check = (result: CheckResult) => ({
  key: randomUUID(),
  kind: 'check' as const,
  detail: { result, flaws: 1, pages: null, sites: [], quotations: null, competitors: null },
});

/** A completed run that went back to its agent once, and cites ten quotations of which nine were found. */
async function researched(): Promise<void> {
  const customer = await createCustomer(db, { credits: 1 });
  const { runId } = (await createEvaluation(api, customer, randomUUID())).body;
  await begin(db, runId);
  for (const result of ['sent_back', 'passed'] as const)
    await addEntry(db.pool, { runId, candidateId: null }, check(result));
  const judged = { supported: null, partly: null, unsupported: null };
  await recordEvidence(db, runId, { cited: 10, verified: 9, ...judged });
  await complete(db, runId, sampleFindings);
}

const page = async (of: { url: string }) => (await call(of, 'GET', '/how-we-research')).text;

test('figures are those of completed live runs, shown from twenty on and not before; nothing is invented', async () => {
  expect(await page(api)).not.toContain('Measured');
  await Promise.all(Array.from({ length: ENOUGH - 1 }, researched));
  const before = await startApi(db);
  expect(await page(before)).not.toContain('Measured');
  await before.close();
  // Neither a run under way nor one of the sandbox is among them.
  const other = await createCustomer(db, { credits: 2 });
  const { runId } = (await createEvaluation(api, other, 'under way')).body;
  await begin(db, runId);
  const sandbox = (await createEvaluation(api, other, 'sandbox')).body.runId;
  await db.pool.query(`UPDATE runs SET mode = 'test' WHERE id = $1`, [sandbox]);
  await complete(db, sandbox, { ...sampleFindings, mode: 'test' });
  await researched();
  expect(await readResearchFigures(db)).toMatchObject([
    {
      kind: 'idea_check',
      runs: ENOUGH,
      checked: { runs: ENOUGH, cited: 200, verified: 180 },
      followed: { runs: ENOUGH, corrections: 20 },
    },
  ]);
  const after = await startApi(db);
  const text = await page(after);
  await after.close();
  expect(text).toContain('Measured');
  expect(text).toMatch(/Quotations found on their pages<\/dt>\s*<dd class="figure">90%/);
  expect(text).toMatch(/Corrections for one run<\/dt>\s*<dd class="figure">1\.0/);
  expect(text).toMatch(/took at most<\/dt>\s*<dd class="figure">1 min/);
  expect(text).toContain('Idea Check, 20 runs');
  // A process shows the same figures for a while, so that visitors cost no query each.
  expect(await page(api)).not.toContain('Measured');
});

test('the rules that it names are those of the deployment, and its example is what a rule says', async () => {
  const text = await page(api);
  expect(text).toContain('up to 2 times');
  expect(text).toContain('at least 5 pages on 3 sites, and 60% of all');
  expect(text).toContain('A constructed example');
  expect(text).toContain('must say figures that stand in the excerpt: &quot;72%&quot;');
});

test('front page, footer, sitemap and the entry for language models lead to it', async () => {
  for (const path of ['/', '/terms', '/sitemap.xml', '/llms.txt'])
    expect((await call(api, 'GET', path)).text).toContain('/how-we-research');
});
