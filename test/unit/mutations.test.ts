import { join } from 'node:path';
import { flawsOfList, type Mutation } from '../../tools/mutations/mutation';
import { MUTATIONS } from '../../tools/mutations/mutations';

const ROOT = join(__dirname, '..', '..');

test('every mutation can be played: its text occurs once in its file, and its tests are there', () => {
  expect(flawsOfList(MUTATIONS, ROOT)).toEqual([]);
});

test('at least twenty promises are broken, in every room that keeps one', () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(20);
  const rooms = new Set(MUTATIONS.map(({ file }) => file.split('/')[0]));
  expect([...rooms]).toEqual(expect.arrayContaining(['http', 'store', 'domain', 'providers', 'activities', 'worker']));
});

describe('a mutation cannot be played', () => {
  const sound: Mutation = {
    name: 'sound',
    promise: 'Text is escaped',
    file: 'platform/html.ts',
    find: 'export function html(',
    replace: 'export function markup(',
    caughtBy: ['test/unit/mutations.test.ts'],
  };

  test.each<[string, Partial<Mutation>]>([
    ['there is no platform/gone.ts', { file: 'platform/gone.ts' }],
    ['occurs 0 times', { find: 'nobody writes this' }],
    ['must occur once', { find: 'Markup' }],
    ['it changes nothing', { replace: sound.find }],
    ['no test file is named', { caughtBy: [] }],
    ['there is no test/unit/gone.test.ts', { caughtBy: [...sound.caughtBy, 'test/unit/gone.test.ts'] }],
  ])('where %s', (said, change) => {
    expect(flawsOfList([{ ...sound, ...change }], ROOT)).toEqual([expect.stringContaining(said)]);
  });

  test('where two have one name', () => {
    expect(flawsOfList([sound, sound], ROOT)).toEqual([expect.stringContaining('the name is there twice')]);
  });
});
