import fc from 'fast-check';
import { newId } from '../../contracts/ids';
import { readPreferredWait } from '../../http/prefer';
import { MAX_QUERY_LENGTH, MAX_QUERY_PARAMETERS, readQueryString } from '../../http/query-string';
import { cataloguePath, readCatalogueQuery } from '../../web/shop/catalogue-query';

describe('a query string', () => {
  const NAMES = ['a', 'b', 'metadata[k]', '__proto__', 'constructor', 'é'];

  test('keeps every value of every name in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 40 }),
        (pairs) => {
          const query = readQueryString(new URLSearchParams(pairs).toString().slice(0, MAX_QUERY_LENGTH))!;
          expect(Object.keys(query).sort()).toEqual([...new Set(pairs.map(([name]) => name))].sort());
          for (const name of Object.keys(query)) {
            const values = pairs.filter(([one]) => one === name).map(([, value]) => value.toWellFormed());
            expect(query[name]).toEqual(values.length === 1 ? values[0] : values);
          }
        },
      ),
    );
  });

  test('is refused beyond its limits', () => {
    const parameters = (count: number) => readQueryString(Array.from({ length: count }, (_, i) => `p${i}=`).join('&'));
    expect([parameters(MAX_QUERY_PARAMETERS), parameters(MAX_QUERY_PARAMETERS + 1)]).toEqual([expect.anything(), null]);
    const long = (length: number) => readQueryString(`a=${'x'.repeat(length - 2)}`);
    expect([long(MAX_QUERY_LENGTH), long(MAX_QUERY_LENGTH + 1)]).toEqual([expect.anything(), null]);
  });
});

describe('the catalog form', () => {
  test.each<[string, string]>([
    ['maxPrice', 'cheap'],
    ['maxPrice', '-1'],
    ['minScore', '101'],
    ['minScore', 'constructor'],
    ['sort', 'constructor'],
    ['cursor', "50-opp_' OR 1=1"],
  ])('reports %s=%s beside its field', (name, value) => {
    expect(Object.keys(readCatalogueQuery({ [name]: value }).errors)).toEqual([name]);
  });

  test.each([
    ['score', 71],
    ['price', 149_950],
    ['newest', null],
  ])('leads to a next page by %s with the same filters', (sort, value) => {
    const last = { value, id: newId('opp') };
    const path = cataloguePath({ q: 'a & b', sort, cursor: '80-old' }, last);
    const query = Object.fromEntries(new URL(path, 'https://shop.example').searchParams);
    expect(readCatalogueQuery(query)).toMatchObject({ given: { q: 'a & b', sort }, errors: {}, after: last });
  });
});

describe('Prefer', () => {
  test.each([
    ['wait=0', 0],
    ['wait=30', 30],
    ['respond-async, wait=10', 10],
    ['wait=5, wait=20', 5],
  ])('reads "%s" as a wait of %i seconds', (prefer, seconds) => {
    expect(readPreferredWait(prefer)).toBe(seconds);
  });

  test.each([
    'wait=31',
    'wait="5',
    // More than a hundred characters are not read.
    `wait=5;${' '.repeat(100)}`,
  ])('ignores "%s"', (prefer) => {
    expect(readPreferredWait(prefer)).toBeNull();
  });
});
