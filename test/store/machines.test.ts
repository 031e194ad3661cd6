import { REFUND_OBJECT_STATUSES, REFUND_ORIGINS, REFUND_REASONS, REFUND_STATUSES } from '../../contracts/orders';
import { MACHINES } from '../support/machines';
import { useDatabase } from '../support/use';

const db = useDatabase();

async function valuesAllowedBy(constraint: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ definition: string }>({
    text: 'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1',
    values: [constraint],
  });
  const values = (rows[0]?.definition ?? '').matchAll(/'([a-z_]+)'::text/g);
  return [...new Set([...values].map(([, value]) => value!))].sort();
}

test.each(MACHINES.map((one) => [one.table, one] as const))(
  'the database takes the states of the machine of %s and no others',
  async (table, { column, machine }) => {
    expect(await valuesAllowedBy(`${table}_${column}_check`)).toEqual([...machine.states].sort());
  },
);

test.each([
  ['payments_refund_status_check', REFUND_STATUSES],
  ['payments_reason_check', REFUND_REASONS],
  ['refunds_status_check', REFUND_OBJECT_STATUSES],
  ['refunds_origin_check', REFUND_ORIGINS],
] as const)('the database takes the values that are promised: %s', async (constraint, promised) => {
  expect(await valuesAllowedBy(constraint)).toEqual([...promised].sort());
});

test('the indexes of what is open know the states that the machines call open', async () => {
  const { rows } = await db.pool.query<{ indexname: string; indexdef: string }>({
    text: 'SELECT indexname, indexdef FROM pg_indexes WHERE indexname = $1',
    values: ['runs_unfinished_idx'],
  });
  const { machine } = MACHINES.find(({ table }) => table === 'runs')!;
  const states = [...rows[0]!.indexdef.matchAll(/'([a-z_]+)'::text/g)].map(([, state]) => state!);
  expect([...states].sort()).toEqual([...machine.open].sort());
});
