import { newId } from '../../contracts/ids';
import { addUpFigures } from '../../store/figures/add-up-figures';
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
const page = async (query: string) => {
  const { status, text } = await call(api, 'GET', `/opportunities${query}`);
  const ids = [...text.matchAll(/<h2><a href="\/opportunities\/(opp_\w+)"/g)].map(([, id]) => id!);
  const next = /rel="next" href="\/opportunities([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
  return { status, ids, next, text };
};

test('the catalog is best first, and its filters, search and pages agree', async () => {
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
  expect((await page('?maxPrice=299')).ids).toEqual([cheap]);
  expect((await page('?maxPrice=298.99')).ids).toEqual([]);
  expect((await page('?minScore=66')).ids).toEqual([spain, rest[0]]);
  expect((await page('?q=bakery')).ids).toEqual([cheap]);
  expect((await page('?geography=Spain')).text).toContain('1 of 28 opportunities match');
});

test('pages by price and age follow each other and keep order and filters', async () => {
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
  expect(newest.text).toContain('<a href="/opportunities?niche=Ladders+%26+ropes">Best score</a>');
});

test('an opportunity shows none of its sources, and only its title once it is sold', async () => {
  const id = await offered({ score: 77 });
  const summary = 'What only its own page says.';
  const { title, findings } = await db.prisma.opportunity.update({ where: { id }, data: { summary } });
  const read = async () => (await call(api, 'GET', `/opportunities/${id}`)).text;
  const before = await read();
  for (const words of ['Seven scores', 'How well it is sourced', summary]) expect(before).toContain(words);
  const { evidence } = JSON.parse(Buffer.from(findings).toString()) as { evidence: { sourceUrl: string }[] };
  for (const { sourceUrl } of evidence) expect(before).not.toContain(sourceUrl);
  expect(before).not.toContain('noindex');
  await db.prisma.opportunity.update({ where: { id }, data: { status: 'sold', soldTo: newId('acc') } });
  const sold = await read();
  for (const words of ['<meta name="robots" content="noindex" />', title, 'has been sold to its one buyer'])
    expect(sold).toContain(words);
  expect(sold).not.toMatch(/What only its own page says|Readers<|class="scores|application\/ld\+json/);
});

test.each([
  ['?maxPrice=cheap', 'Enter an amount in dollars'],
  ['?minScore=-5', 'Enter a score from 0 to 100'],
  ['?sort=cheapest', 'Sort by score, price or newest.'],
  ['?cursor=nonsense', 'This part of the list does not exist'],
])('%s is 400 in words beside the form', async (query, words) => {
  const { status, text } = await page(query);
  expect([status, text]).toEqual([400, expect.stringContaining(words)]);
});

test('the filters count what is on offer through every change', async () => {
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
  await db.asOwner(`DELETE FROM opportunities WHERE id = '${third}'`);
  expect((await agree()).map(({ value }) => value)).not.toContain('Peru');
});
