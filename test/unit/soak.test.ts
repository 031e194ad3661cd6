import fc from 'fast-check';
import { growthOf, isGrowing, isSwelling, roomOfRuns, type MemoryPoint } from '../../tools/soak/growth';

/** A process that is looked at each minute from `from` for so many minutes. */
const lives = (pid: number, from: number, minutes: number, mb: (minute: number) => number): MemoryPoint[] =>
  Array.from({ length: minutes }, (_, minute) => ({ pid, at: (from + minute) / 60, mb: mb(minute) }));

const noise = fc.array(fc.double({ min: -25, max: 25, noNaN: true }), { minLength: 60, maxLength: 60 });

test('memory that moves up and down is no growth, and a leak beneath it is seen for what it is', () => {
  const saw = lives(1, 0, 120, (minute) => 200 + (minute % 7) * 9);
  expect(isGrowing(growthOf(saw))).toBe(false);
  fc.assert(
    fc.property(noise, fc.double({ min: 0, max: 500, noNaN: true }), (moves, leak) => {
      const still = growthOf(lives(1, 0, 60, (minute) => 250 + moves[minute]!)).mbAnHour!;
      const leaking = growthOf(lives(1, 0, 60, (minute) => 250 + moves[minute]! + (leak * minute) / 60)).mbAnHour!;
      expect(leaking - still).toBeCloseTo(leak, 3);
    }),
    { numRuns: 30 },
  );
});

test('a leak is seen through noise, and across processes that are replaced', () => {
  const leaking = [0, 1, 2, 3].flatMap((life) =>
    lives(life, life * 120, 120, (minute) => 200 + minute * 0.5 + (minute % 5) * 3),
  );
  const growth = growthOf(leaking);
  expect(growth.mbAnHour).toBeGreaterThan(25);
  expect(growth.mbAnHour).toBeLessThan(35);
  expect(isGrowing(growth)).toBe(true);
});

test('what a process needs to warm up is no growth, nor is a successor that needs more', () => {
  const warming = lives(1, 0, 60, (minute) => (minute < 40 ? 80 + minute * 5 : 280));
  expect(growthOf(warming).mbAnHour).toBe(0);
  const successors = [0, 1, 2].flatMap((life) => lives(life, life * 90, 90, () => 200 + life * 50));
  expect(growthOf(successors).mbAnHour).toBe(0);
});

test('a cache that fills for half an hour is no growth of two hours, and hides none', () => {
  const filling = (minute: number) => 200 + 90 * (1 - Math.exp(-minute / 12));
  expect(isGrowing(growthOf(lives(1, 0, 120, filling)))).toBe(false);
  const leaking = growthOf(lives(1, 0, 120, (minute) => filling(minute) + minute * 0.4));
  expect(leaking.mbAnHour).toBeGreaterThan(24);
  expect(isGrowing(leaking)).toBe(true);
});

test('processes that lived too shortly say nothing', () => {
  const short = [0, 1, 2].flatMap((life) => lives(life, life * 45, 45, (minute) => 100 + minute * 10));
  expect(growthOf(short).mbAnHour).toBeNull();
  expect(isGrowing(growthOf(short))).toBe(false);
  expect(growthOf([])).toEqual({ medianMb: 0, mbAnHour: null });
});

test('a database that grows with its runs is sound, one whose runs need ever more is not', () => {
  const filled = (mb: (runs: number) => number) =>
    Array.from({ length: 61 }, (_, minute) => ({ runs: minute * 120, mb: mb(minute * 120) }));
  const steady = roomOfRuns(filled((runs) => 20 + runs * 0.02));
  expect(steady!.first).toBeCloseTo(20.48, 1);
  expect(isSwelling(steady)).toBe(false);
  expect(isSwelling(roomOfRuns(filled((runs) => 20 + runs * runs * 0.00001)))).toBe(true);
  expect(roomOfRuns(filled(() => 20).slice(0, 1))).toBeNull();
  expect(isSwelling(null)).toBe(false);
});
