import { reservationOf, sessionLimit } from '../../domain/run-budgets';

const LIMITS = { runBudgetMicros: 10_000_000, candidateBudgetMicros: 5_000_000 };
const CHECK = { kind: 'idea_check', progressTotal: 3 } as const;
const SEARCH = { kind: 'custom_search', progressTotal: 10 } as const;

const together = (reservedCents: number) =>
  sessionLimit('runBudgetMicros', { ...SEARCH, reservedCents }, LIMITS) +
  10 * sessionLimit('candidateBudgetMicros', { ...SEARCH, reservedCents }, LIMITS);

test('a run reserves what all its sessions may cost', () => {
  expect(reservationOf(CHECK, LIMITS)).toEqual({ mostCents: 1_000, leastCents: 1 });
  expect(reservationOf(SEARCH, LIMITS)).toEqual({ mostCents: 6_000, leastCents: 12 });
});

test('sessions have their own limits where everything could be reserved', () => {
  for (const reservedCents of [6_000, 9_000]) {
    expect(sessionLimit('runBudgetMicros', { ...SEARCH, reservedCents }, LIMITS)).toBe(10_000_000);
    expect(sessionLimit('candidateBudgetMicros', { ...SEARCH, reservedCents }, LIMITS)).toBe(5_000_000);
  }
});

test('sessions share what could be reserved, never more together, and each has a cent at least', () => {
  for (let reservedCents = 12; reservedCents <= 6_000; reservedCents += 7) {
    expect(together(reservedCents)).toBeLessThanOrEqual(reservedCents * 10_000);
    expect(sessionLimit('candidateBudgetMicros', { ...SEARCH, reservedCents }, LIMITS)).toBeGreaterThanOrEqual(10_000);
  }
  expect(sessionLimit('runBudgetMicros', { ...CHECK, reservedCents: 1 }, LIMITS)).toBe(10_000);
});
