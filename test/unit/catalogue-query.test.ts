import { newId } from '../../contracts/ids';
import { cataloguePath, readCatalogueQuery } from '../../web/shop/catalogue-query';

test('a filled form is read, and what is empty narrows nothing', () => {
  const query = { q: 'grid queue', niche: '', geography: 'Spain', maxPrice: '1,499.50', minScore: '70', cursor: '' };
  expect(readCatalogueQuery(query)).toEqual({
    given: { q: 'grid queue', geography: 'Spain', maxPrice: '1,499.50', minScore: '70' },
    errors: {},
    filter: { words: 'grid queue', geography: 'Spain', maxPrice: 149_950, minScore: 70 },
    order: 'score',
    after: null,
  });
});

test.each<[string, string]>([
  ['maxPrice', 'cheap'],
  ['maxPrice', '-1'],
  ['maxPrice', '1e9'],
  ['maxPrice', '12345678'],
  ['minScore', '101'],
  ['minScore', '7.5'],
  ['minScore', 'constructor'],
  ['sort', 'cheapest'],
  ['sort', 'constructor'],
  ['cursor', '50'],
  ['cursor', "50-opp_' OR 1=1"],
  ['q', 'x'.repeat(201)],
])('%s=%s is told beside its field', (name, value) => {
  expect(Object.keys(readCatalogueQuery({ [name]: value }).errors)).toEqual([name]);
});

test.each([[['a', 'b']], [{ toString: 'x' }], [7], [null]])(
  '%j in place of a text is never an error of ours',
  (value) => {
    expect(() => readCatalogueQuery({ q: value, maxPrice: value, cursor: value })).not.toThrow();
  },
);

test.each([
  ['score', 71],
  ['price', 149_950],
  ['newest', null],
])('by %s, the address of the next page repeats filters and order and reads as its place', (sort, value) => {
  const last = { value, id: newId('opp') };
  const path = cataloguePath({ q: 'a & b', sort, cursor: '80-old' }, last);
  const query = Object.fromEntries(new URL(path, 'https://shop.example').searchParams);
  expect(readCatalogueQuery(query)).toMatchObject({
    given: { q: 'a & b', sort },
    errors: {},
    order: sort,
    after: last,
  });
});

test('a place of another order is told', () => {
  expect(readCatalogueQuery({ sort: 'newest', cursor: `50-${newId('opp')}` }).errors).toHaveProperty('cursor');
  expect(readCatalogueQuery({ sort: 'price', cursor: newId('opp') }).errors).toHaveProperty('cursor');
});
