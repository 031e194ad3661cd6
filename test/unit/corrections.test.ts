import * as fc from 'fast-check';
import { plainTexts } from '../../base/plain-text';
import { assembled, corrected } from '../../modules/findings/corrections';
import { changesBetween } from '../../stand-ins/agents/rule-breakers';

const found = { evidence: [{ claim: 'a' }, { claim: 'b' }], verdict: { score: 40 } };
const asItIs = (value: unknown) => value;
const changed = (...changes: unknown[]) => corrected(found, { changes });

test('replaces, adds, appends and removes, one change after the other', () => {
  const { document, refused } = changed(
    { pointer: '/verdict/score', value: 50 },
    { pointer: '/verdict/confidence', value: 'low' },
    { pointer: '/evidence/0', remove: true },
    { pointer: '/evidence/0/claim', value: 'c' },
    { pointer: '/evidence/-', value: { claim: 'd' } },
    { pointer: '/evidence/2', value: { claim: 'e' } },
  );
  expect(refused).toEqual([]);
  expect(document).toEqual({
    evidence: [{ claim: 'c' }, { claim: 'd' }, { claim: 'e' }],
    verdict: { score: 50, confidence: 'low' },
  });
  expect(found.verdict).toEqual({ score: 40 });
});

test.each<[string, unknown, string]>([
  ['an entry that is not there', { pointer: '/evidence/7/claim', value: 'x' }, '/evidence/7/claim'],
  ['a place behind the end of a list', { pointer: '/evidence/3', value: {} }, '/evidence/3'],
  ['a member of a text', { pointer: '/evidence/0/claim/0', value: 'x' }, '/evidence/0/claim/0'],
  ['the removal of what is not there', { pointer: '/verdict/basis', remove: true }, '/verdict/basis'],
  ['a change without a value', { pointer: '/verdict/score' }, '/verdict/score'],
  ['inherited members', { pointer: '/constructor/prototype/polluted', value: 1 }, '/constructor/prototype/polluted'],
  ['what is no pointer', { pointer: 'verdict.score', value: 1 }, '/changes'],
  ['what is no change', null, '/changes'],
])('rejects %s with its pointer, and applies the rest', (_, change, pointer) => {
  const { document, refused } = changed(change, { pointer: '/verdict/score', value: 50 });
  expect(refused).toEqual([{ pointer, detail: expect.stringMatching(/^was not changed: it .{8}/u) as string }]);
  expect(document).toEqual({ ...found, verdict: { score: 50 } });
});

test.each([null, 'text', {}, { changes: [] }, { changes: '[' }, { changes: Array.from({ length: 201 }, () => null) }])(
  'rejects a correction without a list of changes, and keeps the document',
  (correction) => {
    const { document, refused } = corrected(found, correction);
    expect([document, refused.map(({ pointer }) => pointer)]).toEqual([found, ['/changes']]);
  },
);

test('accepts a list of changes that the model wrote as text', () => {
  const { document, refused } = corrected(found, { changes: '[{"pointer": "/verdict/score", "value": 50}]' });
  expect([document, refused]).toEqual([{ ...found, verdict: { score: 50 } }, []]);
});

test('keeps a member that is named like the prototype', () => {
  const { document } = changed({ pointer: '/verdict/__proto__', value: { polluted: true } });
  const { verdict } = document as typeof found;
  expect(Object.keys(verdict)).toEqual(['score', '__proto__']);
  expect('polluted' in verdict).toBe(false);
});

test('applies corrections in sequence, and only the last one reports failed changes', () => {
  const corrections = [
    {
      changes: [
        { pointer: '/evidence/9', remove: true },
        { pointer: '/evidence/1', remove: true },
      ],
    },
    { changes: [{ pointer: '/evidence/0/claim', value: 'c\u0000' }] },
  ];
  const handedIn = { payload: found, corrections };
  const first = assembled(handedIn, plainTexts);
  expect(first).toEqual({ document: { ...found, evidence: [{ claim: 'c' }] }, refused: [] });
  expect(assembled(handedIn, plainTexts)).toEqual(first);
  expect(assembled({ ...handedIn, corrections: corrections.slice(0, 1) }, asItIs).refused).toHaveLength(1);
  expect(assembled({ payload: null, corrections }, asItIs)).toMatchObject({ document: null, refused: [{}] });
});

test('computes changes that turn one document into another', () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
  fc.assert(
    fc.property(json, json, (one, other) => {
      const changes = changesBetween(one, other);
      if (changes.length === 0 || changes.length > 200) return;
      const { document, refused } = corrected(one, { changes });
      expect(refused).toEqual([]);
      expect(JSON.stringify(sorted(document))).toBe(JSON.stringify(sorted(other)));
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
