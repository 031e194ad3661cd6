import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { OBJECTIVES } from '../../domain/objectives';
import { createCustomer } from '../support/api';
import { openTestOrder, payTestOrder } from '../support/books';
import { adminJson, runAdmin } from '../support/operator';
import { useDatabase } from '../support/use';

interface Printed {
  objectives: { objective: string; target: number; budgetLeft: number | null; title: string }[];
  figures: { figure: string; labels: Record<string, string>; value: number }[];
}

const db = useDatabase();
const environment = () => ({ DATABASE_URL: db.url });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const leftOf = ({ objectives }: Printed) =>
  Object.fromEntries(objectives.map(({ objective, budgetLeft }) => [objective, budgetLeft]));

test('the budget of money is what payments that were settled within an hour leave of it', async () => {
  expect(leftOf(await adminJson<Printed>(['figures'], environment()))).toEqual({
    accept: null,
    poll: null,
    run: 1,
    money: 1,
  });

  const { accountId } = await createCustomer(db, { credits: 0 });
  for (const paidAt of [minutesAgo(61), minutesAgo(59), null, minutesAgo(0)])
    await payTestOrder(db, await openTestOrder(db, { accountId }), { paidAt });

  const printed = await adminJson<Printed>(['figures'], environment());
  // One of four where one of a hundred may.
  expect(leftOf(printed).money).toBeCloseTo(1 - 25, 6);
  const settled = printed.figures.filter(({ figure }) => figure === 'noi_payments_settled_total');
  expect(settled).toEqual([
    { figure: 'noi_payments_settled_total', labels: { settled: 'in_time' }, value: 3 },
    { figure: 'noi_payments_settled_total', labels: { settled: 'later' }, value: 1 },
  ]);
  const table = await runAdmin(['figures'], environment());
  expect(table.stdout).toContain('-2400%');
  expect(table.stderr).toContain('--prometheus URL');
});

test('budgets of requests are those that Prometheus knows', async () => {
  const asked: string[] = [];
  const sample = (objective: string, spent: string) => ({ metric: { objective }, value: [1_764_000_000, spent] });
  const server = createServer((req, res) => {
    asked.push(req.url!);
    const broken = req.url!.startsWith('/broken/');
    res.writeHead(broken ? 503 : 200, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify({ data: { result: [sample('accept', '0.25'), sample('poll', '1.5'), sample('other', '1')] } }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const printed = await adminJson<Printed>(['figures', '--prometheus', `${url}/behind`], environment());
    expect(leftOf(printed)).toMatchObject({ accept: 0.75, poll: -0.5 });
    expect(printed.objectives.map(({ objective }) => objective)).toEqual(Object.keys(OBJECTIVES));
    expect(asked).toEqual(['/behind/api/v1/query?query=noi%3Aobjective_burn%3Aratio28d']);
    const refused = await runAdmin(['figures', '--prometheus', `${url}/broken`], environment());
    expect(refused).toMatchObject({ stdout: '', stderr: expect.stringContaining('answers 503') });
    expect(refused.status).not.toBe(0);
  } finally {
    server.close();
  }
});
