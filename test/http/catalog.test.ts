import { newId } from '../../base/ids';
import { call } from '../support/api';
import { offer } from '../support/shop';
import { useApi } from '../support/use';

const { db, api } = useApi();

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

test('shows the catalog best first, with consistent filters, search and pages', async () => {
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

  // The front page shows the best three, but states the lowest price of all.
  const front = (await call(api, 'GET', '/')).text;
  expect([...front.matchAll(/href="\/opportunities\/(opp_\w+)"/g)].map(([, id]) => id)).toEqual(all.slice(0, 3));
  expect(front).toContain('From $299');

  expect((await page('?geography=Spain')).ids).toEqual([spain]);
  expect((await page('?maxPrice=299')).ids).toEqual([cheap]);
  expect((await page('?maxPrice=298.99')).ids).toEqual([]);
  expect((await page('?minScore=66')).ids).toEqual([spain, rest[0]]);
  expect((await page('?q=bakery')).ids).toEqual([cheap]);
  expect((await page('?geography=Spain')).text).toContain('1 of 28 opportunities match');
});

test('hides the sources of an opportunity, and all but its title once it is sold', async () => {
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
  for (const words of ['<meta name="robots" content="noindex" />', title, 'This opportunity has been sold'])
    expect(sold).toContain(words);
  expect(sold).not.toMatch(/What only its own page says|Readers<|class="scores|application\/ld\+json/);
});
