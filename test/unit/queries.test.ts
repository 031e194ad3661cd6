import fc from 'fast-check';
import { MAX_QUERY_LENGTH, MAX_QUERY_PARAMETERS, readQueryString } from '../../http/query-string';
import { readCatalogQuery } from '../../web/shop/catalog-query';

describe('a query string', () => {
  const NAMES = ['a', 'b', 'metadata[k]', '__proto__', 'constructor', 'é'];

  test('keeps all values of each name in order', () => {
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

  test('is rejected beyond its limits', () => {
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
  ])('reports %s=%s next to its field', (name, value) => {
    expect(Object.keys(readCatalogQuery({ [name]: value }).errors)).toEqual([name]);
  });
});
