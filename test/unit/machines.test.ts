import { ANSWERED_ORDER_STATES, ORDER_STATES } from '../../modules/orders/contract';
import { stateOfRefunds, statusOfReturn } from '../../modules/orders/rules';
import { MACHINES } from '../support/machines';
import { statementsOf, storeFiles } from '../support/sources';

const updates = storeFiles().flatMap((file) =>
  statementsOf(file).flatMap((statement) => {
    const found = MACHINES.filter(({ table }) => new RegExp(`\\bUPDATE ${table}\\b`).test(statement));
    return found.map(({ table }) => ({ path: file.path, table, statement }));
  }),
);

describe.each(MACHINES.map((one) => [one.table, one] as const))('the machine of %s', (table, one) => {
  const { column, machine, promised } = one;
  const own = updates.filter((update) => update.table === table);

  test('has exactly the promised states', () => {
    expect([...machine.states].sort()).toEqual([...(promised ?? machine.states)].sort());
  });

  test('moves only to its own states', () => {
    for (const to of Object.values(machine.moves).flat()) expect(machine.states).toContain(to);
    expect([...machine.open, ...machine.terminal].sort()).toEqual([...machine.states].sort());
    for (const from of machine.states) {
      for (const to of machine.states) expect(machine.before(to).includes(from)).toBe(machine.canMove(from, to));
    }
  });

  test('guards every update of its state', () => {
    const moving = own.filter(({ statement }) =>
      new RegExp(`\\bSET\\b(?:(?!\\bWHERE\\b)[^])*\\b${column} = \\$`).test(statement),
    );
    expect(moving.length).toBeGreaterThan(0);
    for (const { path, statement } of moving) {
      const guard = new RegExp(
        `\\bWHERE\\b[\\s\\S]*\\b${column} (= ANY\\(\\$\\d+\\)|= ANY\\(ARRAY\\[\\$\\{|IN \\(\\$\\{)`,
      );
      expect({ path, guarded: guard.test(statement) }).toEqual({ path, guarded: true });
    }
  });
});

test('shows callers one order state more than it stores', () => {
  expect(ANSWERED_ORDER_STATES.filter((state) => state !== 'paid')).toEqual([...ORDER_STATES]);
});

test.each([
  ['refund_failed', ['succeeded', 'failed', null]],
  ['refund_pending', ['succeeded', null]],
  ['refund_pending', ['pending', 'charged_back']],
  ['refunded', ['succeeded', 'charged_back', 'returned_by_hand']],
  ['refund_waived', ['succeeded', 'waived']],
  ['refund_failed', ['waived', 'failed']],
  ['refund_pending', ['waived', 'pending']],
] as const)('makes an order %s if its refunds are %j', (state, refunds) => {
  expect(stateOfRefunds(refunds)).toBe(state);
});

test.each([
  ['failed', 4_900, true, [{ amount: 4_900, status: 'failed' }]],
  ['failed', 4_000, true, [{ amount: 900, status: 'succeeded' }]],
  [null, 4_000, false, [{ amount: 900, status: 'succeeded' }]],
  ['pending', 0, true, [{ amount: 4_900, status: 'pending' }]],
  ['succeeded', 0, true, [{ amount: 4_900, status: 'succeeded' }]],
  ['succeeded', -900, true, [{ amount: 4_900, status: 'succeeded' }]],
  ['charged_back', 0, false, []],
  ['charged_back', -100, false, [{ amount: 100, status: 'succeeded' }]],
  ['pending', 0, false, [{ amount: 900, status: 'pending' }]],
  [null, 4_000, false, []],
] as const)('makes a return %s if %i are owed (by hand: %j), refunds: %j', (status, owed, forPerson, made) => {
  expect(statusOfReturn({ amount: 4_900, owed }, made, forPerson)).toBe(status);
});
