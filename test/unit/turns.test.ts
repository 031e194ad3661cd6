import fc from 'fast-check';
import { createTurns } from '../../commands/delivery/turns';

test('owners take turns, each in the order of its own', () => {
  const turns = createTurns<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) turns.add(item[0]!, item);
  expect(turns.size()).toBe(6);
  const taken = Array.from({ length: 7 }, () => turns.take());
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
  expect(turns.size()).toBe(0);
});

test('nothing is lost or doubled, and nobody waits longer than one turn of every other', () => {
  const anyItems = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 });
  fc.assert(
    fc.property(anyItems, (owners) => {
      const turns = createTurns<{ owner: string; i: number }>();
      owners.forEach((owner, i) => turns.add(owner, { owner, i }));
      const taken = owners.map(() => turns.take()!);
      expect(taken.map(({ i }) => i).sort((a, b) => a - b)).toEqual(owners.map((_, i) => i));
      const firsts = new Set(owners);
      expect(new Set(taken.slice(0, firsts.size).map(({ owner }) => owner))).toEqual(firsts);
    }),
  );
});
