import fc from 'fast-check';
import { MAX_QUERY_LENGTH, MAX_QUERY_PARAMETERS, readQueryString } from '../../http/query-string';

const NAMES = ['a', 'b', 'metadata[k]', '__proto__', 'constructor', 'é'];

test('holds every value of every name in the order that the address gives them', () => {
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

test('is read up to its limits and not beyond them', () => {
  const parameters = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=`).join('&');
  expect(Object.keys(readQueryString(parameters(MAX_QUERY_PARAMETERS))!)).toHaveLength(MAX_QUERY_PARAMETERS);
  expect(readQueryString(parameters(MAX_QUERY_PARAMETERS + 1))).toBeNull();
  expect(readQueryString(`a=${'x'.repeat(MAX_QUERY_LENGTH - 2)}`)).not.toBeNull();
  expect(readQueryString(`a=${'x'.repeat(MAX_QUERY_LENGTH - 1)}`)).toBeNull();
});
