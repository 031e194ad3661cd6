import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings } from '../../contracts/findings';
import { newId } from '../../contracts/ids';
import { cardFiguresOf, previewOf } from '../../domain/opportunity-preview';
import { dimensionLabel } from '../../domain/verdict-words';
import { SCHEMA_PATH } from '../../prisma/schema-engine';
import { addUpFigures } from '../../store/figures/add-up-figures';
import { COUNTED_TEASERS } from '../../store/opportunities/search-teasers';
import { readFacets } from '../../store/opportunities/read-facets';
import { call } from '../support/api';
import { offer } from '../support/shop';
import { useApi } from '../support/use';

const { db, api } = useApi();

/** Puts an opportunity with these properties on offer. */
async function offered(
  data: Partial<Record<'title' | 'niche' | 'geography' | 'language' | 'mode', string>> &
    Partial<Record<'score' | 'priceAmount', number>>,
) {
  const id = await offer(db);
  await db.prisma.opportunity.update({ where: { id }, data });
  return id;
}
const COLUMNS = `SELECT column_name AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name = 'opportunities' AND column_name <> 'id'`;
const page = async (query: string) => {
  const { status, text } = await call(api, 'GET', `/opportunities${query}`);
  const ids = [...text.matchAll(/<h2><a href="\/opportunities\/(opp_\w+)"/g)].map(([, id]) => id!);
  const next = /rel="next" href="\/opportunities([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
  return { status, ids, next, text };
};

test('the catalogue is best first, and its filters, search and pages agree', async () => {
  const spain = await offered({
    score: 91,
    title: 'Growing wine in heat',
    niche: 'Wine: heat',
    geography: 'Spain',
    language: 'es-ES',
  });
  const cheap = await offered({
    score: 40,
    title: 'Bakeries by numbers',
    niche: 'Crafts: bakery',
    priceAmount: 29_900,
  });
  const rest: string[] = [];
  for (let score = 41; score < 67; score++) rest.unshift(await offered({ score, title: `Plain ${score}` }));
  const all = [spain, ...rest, cheap];

  const first = await page('');
  expect(first.ids).toEqual(all.slice(0, 24));
  expect((await page(first.next!)).ids).toEqual(all.slice(24));

  // The front page shows the best of them, and the lowest price, which the best may not have.
  const front = (await call(api, 'GET', '/')).text;
  expect([...front.matchAll(/href="\/opportunities\/(opp_\w+)"/g)].map(([, id]) => id)).toEqual(all.slice(0, 3));
  expect(front).toContain('From $299.00');

  expect((await page('?geography=Spain')).ids).toEqual([spain]);
  expect((await page('?language=es-ES')).ids).toEqual([spain]);
  expect((await page('?niche=Crafts')).ids).toEqual([cheap]);
  expect((await page('?maxPrice=299')).ids).toEqual([cheap]);
  expect((await page('?maxPrice=298.99')).ids).toEqual([]);
  expect((await page('?minScore=66')).ids).toEqual([spain, rest[0]]);
  expect((await page('?q=bakery')).ids).toEqual([cheap]);
  expect((await page('?q=wine+-heat')).ids).toEqual([]);
  expect((await page('?q=the')).ids).toHaveLength(24);
  expect((await page('?q=wine&maxPrice=1')).text).toContain('Nothing matches');
  expect((await page('?geography=Spain')).text).toContain('1 of 28 opportunities match');
});

test('by price and by age, pages follow each other, and chips and form keep order and filters', async () => {
  const name = 'Ladders & ropes';
  const prices = [500, 300, 300, 900, ...Array.from({ length: 24 }, (_, i) => 1_000 + i)];
  const ids: string[] = [];
  for (const priceAmount of prices) ids.push(await offered({ niche: `${name}: ice`, priceAmount: priceAmount * 100 }));
  const topic = `?niche=${encodeURIComponent(name)}`;
  const whole = async (sort: string) => {
    const first = await page(`${topic}&sort=${sort}`);
    expect(first.ids).toHaveLength(24);
    return [first, [...first.ids, ...(await page(first.next!)).ids]] as const;
  };
  const [cheapest, byPrice] = await whole('price');
  expect(cheapest.text).toContain('match, cheapest first.');
  expect(byPrice).toEqual(
    ids.toSorted((a, b) => prices[ids.indexOf(a)]! - prices[ids.indexOf(b)]! || (a < b ? -1 : 1)),
  );
  const [newest, byAge] = await whole('newest');
  expect(byAge).toEqual(ids.toSorted().toReversed());
  expect(newest.text).toContain('<input type="hidden" name="sort" value="newest" />');
  expect(newest.text).toMatch(/<a href="[^"]+" aria-current="true">Ladders &amp; ropes<\/a>/);
  expect(newest.text).toContain('<a href="/opportunities?sort=newest">All topics</a>');
  expect(newest.text).toContain('<a href="/opportunities?niche=Ladders+%26+ropes">Best score</a>');
  expect(newest.text).toMatch(/aria-current="true">Newest</);
});

test('a card draws the seven scores of its preview and says audience and break-even, of earlier imports too', async () => {
  const niche = 'Signals: drawn';
  const id = await offered({ niche });
  const shown = async () => (await page('?niche=Signals')).text;
  const card = async () => /<svg[^>]*class="card-profile"[^>]*>/.exec(await shown())?.[0] ?? null;
  const figures = async () =>
    [...(/<dl class="card-figures">[^]*?<\/dl>/.exec(await shown())?.[0] ?? '').matchAll(/<dd>([^<]+)</g)].map(
      ([, said]) => said,
    );
  const { findings } = await db.prisma.opportunity.findUniqueOrThrow({ where: { id } });
  const parsed = JSON.parse(Buffer.from(findings).toString()) as Findings;
  const { dimensions } = previewOf(parsed);
  const inWords = dimensions.map(({ name, score }) => `${dimensionLabel(name)} ${score}`).join(', ');
  expect(await card()).toContain(`aria-label="Scores from 0 to 100: ${inWords}."`);

  const drawn = await card();
  const { audienceSizing, unitEconomics } = parsed;
  const said = [
    `${audienceSizing!.people.toLocaleString('en-US')} people`,
    `Month ${unitEconomics!.computed.likely.breakEvenMonth}`,
  ];
  expect(await figures()).toEqual(said);
  await db.prisma.opportunity.update({
    where: { id },
    data: { dimensionScores: [], audiencePeople: null, breakEvenMonth: null },
  });
  expect([await card(), await figures()]).toEqual([null, []]);
  for (const name of ['20261129140000_catalogue_pictures', '20261130033000_catalogue_figures']) {
    const migration = readFileSync(join(SCHEMA_PATH, `../migrations/${name}/migration.sql`), 'utf8');
    await db.pool.query(/UPDATE [^;]+;/.exec(migration)![0]);
  }
  expect([await card(), await figures()]).toEqual([drawn, said]);

  const late = structuredClone(parsed);
  late.unitEconomics!.computed.likely.breakEvenMonth = null;
  expect(cardFiguresOf(late).breakEvenMonth).toBe(0);
  await db.prisma.opportunity.update({ where: { id }, data: { breakEvenMonth: 0 } });
  expect(await figures()).toEqual([said[0], 'Not in year one']);
});

test('the catalog says how many were sold', async () => {
  const said = async () => Number(/(\d+) sold so far\./.exec((await page('')).text)?.[1] ?? 0);
  const before = await said();
  const [live, test] = [await offer(db), await offer(db, 'test')];
  for (const id of [live, test])
    await db.prisma.opportunity.update({ where: { id }, data: { status: 'sold', soldTo: newId('ord') } });
  expect(await said()).toBe(before + 1);
});

test('what is sold, archived or of test mode is not in the list', async () => {
  const test = await offer(db, 'test');
  const sold = await offered({ score: 99 });
  await db.prisma.opportunity.update({ where: { id: sold }, data: { status: 'archived' } });
  const { ids } = await page('?minScore=90');
  expect(ids).not.toContain(test);
  expect(ids).not.toContain(sold);
});

test('of an opportunity that is sold only the title is public, and no index keeps its page', async () => {
  const id = await offered({ score: 77 });
  const summary = 'What only its own page says.';
  const { title } = await db.prisma.opportunity.update({ where: { id }, data: { summary } });
  const read = async () => (await call(api, 'GET', `/opportunities/${id}`)).text;
  const before = await read();
  expect([before.includes('noindex'), before.includes(summary)]).toEqual([false, true]);
  await db.prisma.opportunity.update({ where: { id }, data: { status: 'sold', soldTo: newId('acc') } });
  const sold = await read();
  expect(sold).toContain('<meta name="robots" content="noindex" />');
  expect(sold).toContain(title);
  expect(sold).toContain('This opportunity has been sold to its one buyer.');
  expect(sold).not.toContain(summary);
  expect(sold).not.toMatch(/Readers<|class="scores|application\/ld\+json/);
});

test.each([
  ['?maxPrice=cheap', 'Enter an amount in dollars'],
  ['?minScore=-5', 'Enter a score from 0 to 100'],
  ['?sort=cheapest', 'Sort by score, price or newest.'],
  ['?cursor=nonsense', 'This part of the list does not exist'],
])('%s is told in words beside the form', async (query, words) => {
  const { status, text } = await page(query);
  expect([status, text]).toEqual([400, expect.stringContaining(words)]);
});

test.each([
  "?q='%20OR%201=1--",
  '?q=%22%20%26%20!%20%7C%20(%3A*',
  '?q=%F0%9F%93%A9',
  '?q=a&q=b',
  '?niche=constructor',
  '?geography=%3Cscript%3Ealert(1)%3C/script%3E',
  `?cursor=100-${newId('opp')}`,
  '?unknown=1',
])('%s is a page, and none of it is markup', async (query) => {
  const { status, text } = await page(query);
  expect(status).toBe(200);
  expect(text).not.toContain('<script>alert');
});

test('an opportunity shows its scores and sources, what others cost, and none of its findings', async () => {
  const id = await offered({ score: 70, niche: 'Wine: cellars' });
  const { status, text } = await call(api, 'GET', `/opportunities/${id}`);
  expect(status).toBe(200);
  for (const words of ['Seven scores', 'How well it is sourced', 'How exclusivity works', 'Others on offer'])
    expect(text).toContain(words);
  const findings = JSON.parse(
    Buffer.from((await db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).findings).toString(),
  ) as { evidence: { sourceUrl: string }[] };
  for (const { sourceUrl } of findings.evidence) expect(text).not.toContain(sourceUrl);
});

test('choices of the filters count what is on offer, through sales, returns, changes and the sweep', async () => {
  const counted = `SELECT property, value, count(*)::int AS count FROM opportunities,
      LATERAL (VALUES ('topic', split_part(niche, ':', 1)), ('geography', geography), ('language', language)) AS of (property, value)
    WHERE mode = 'live' AND status IN ('available', 'reserved') GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`;
  const agree = async () => {
    const facets = await readFacets(db, 60);
    expect(facets).toEqual((await db.pool.query(counted)).rows);
    return facets;
  };
  const [first, second, third] = [
    await offered({ niche: 'Tides: surf', geography: 'Portugal', language: 'pt' }),
    await offered({ niche: 'Tides: sail', geography: 'Portugal', language: 'en' }),
    await offered({ niche: 'Kites', geography: 'Chile', language: 'es' }),
  ];
  await offered({ niche: 'Kites', geography: 'Chile', mode: 'test' });
  expect(await agree()).toContainEqual({ property: 'topic', value: 'Tides', count: 2 });
  await addUpFigures(db);
  const set = (id: string, change: string) => db.pool.query(`UPDATE opportunities SET ${change} WHERE id = $1`, [id]);
  await set(first, "status = 'reserved', reserved_by = 'ord_1', reserved_until = now()");
  await set(second, "status = 'archived'");
  await set(third, "geography = 'Peru'");
  expect(await agree()).toContainEqual({ property: 'topic', value: 'Tides', count: 1 });
  await set(first, "status = 'archived', reserved_by = NULL, reserved_until = NULL");
  await addUpFigures(db);
  expect((await agree()).map(({ value }) => value)).not.toContain('Tides');
  await set(first, "status = 'available'");
  await db.asOwner(`DELETE FROM opportunities WHERE id = '${third}'`);
  expect((await agree()).map(({ value }) => value)).not.toContain('Peru');
});

test('of more matches than anybody reads the page says about how many there are', async () => {
  const id = await offered({ score: 12 });
  const columns = (await db.pool.query<{ name: string }>(COLUMNS)).rows.map(({ name }) => `"${name}"`).join();
  await db.pool.query(
    `INSERT INTO opportunities (id, ${columns})
     SELECT 'opp_' || lpad(n::text, 26, '0'), ${columns} FROM opportunities, generate_series(1, ${COUNTED_TEASERS}) AS n WHERE id = $1`,
    [id],
  );
  expect((await page('')).text).toContain('1,000+ opportunities, best first.');
  expect((await page('?maxPrice=100000')).text).toContain('1,000+ of 1,000+ opportunities match');
});
