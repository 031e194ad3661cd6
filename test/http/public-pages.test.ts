import { randomUUID } from 'node:crypto';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { recordEvidence } from '../../modules/runs/store/evidence';
import { readResearchFigures } from '../../modules/runs/store/figures';
import { MOST_PAGE_BYTES, wireBytes } from '../support/answers';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { signIn } from '../support/people';
import { pagePaths } from '../support/routes';
import { complete } from '../support/runs';
import { useApi } from '../support/use';
import { createVictim } from '../support/victim';

const { db, api } = useApi();
const open = (path: string, of = api) => call(of, 'GET', path, { headers: { accept: 'text/html' } });
const read = async (path: string, of = api) => (await open(path, of)).text;

test('research figures are those of completed live runs, shown from twenty on', async () => {
  const judged = { supported: null, partly: null, unsupported: null };
  const researched = async () => {
    const { runId } = (await createEvaluation(api, await createCustomer(db, { credits: 1 }), randomUUID())).body;
    await recordEvidence(db, runId, { cited: 10, verified: 9, ...judged });
    await complete(db, runId, sampleFindings);
    return runId;
  };
  const page = async () => {
    // A process keeps its figures for a while.
    const fresh = await startApi(db);
    return read('/how-we-research', fresh).finally(() => fresh.close());
  };
  for (let i = 0; i < 19; i++) await researched();
  await db.pool.query(`UPDATE runs SET mode = 'test', cost_micros = 0 WHERE id = $1`, [await researched()]);
  expect(await page()).not.toContain('Measured');
  await researched();
  expect(await readResearchFigures(db)).toMatchObject([{ runs: 20, checked: { cited: 200, verified: 180 } }]);
  expect(await page()).toMatch(/Quotes found on their pages<\/dt>\s*<dd class="figure">90%/);
});

test('every page weighs at most 100 kB over the wire before typefaces', async () => {
  const { email, owned } = await createVictim(api, db, 'live');
  const cookie = await signIn(api, db, email);
  const paths = pagePaths(owned).filter((path) => !/^\/(docs\/try|local|checkout)|\?/.test(path));
  expect(paths.length).toBeGreaterThan(50);
  const heavy: unknown[] = [];
  for (const path of paths) {
    const bytes = await wireBytes(api, path, cookie);
    if (bytes > MOST_PAGE_BYTES) heavy.push([path, bytes]);
  }
  expect(heavy).toEqual([]);
});
