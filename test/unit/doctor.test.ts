import { check, fail, ok, type DoctorDeps } from '../../admin/doctor/check';
import { runChecks } from '../../admin/doctor/run-checks';

test('a check that throws or hangs on its dependency is a failure with its cure, and keeps no other check', async () => {
  const report = await runChecks(
    [
      check({
        name: 'database',
        cure: 'start it',
        run: () => Promise.reject(new AggregateError([new Error('refused')])),
      }),
      check({ name: 'stands-on-it', needs: ['database'], cure: '-', run: () => Promise.resolve(ok('never seen')) }),
      check({
        name: 'alone',
        cure: '-',
        run: () => Promise.resolve([ok('fine'), { part: 'b', ...fail('bad', 'do') }]),
      }),
    ],
    // None of these checks reads anything.
    {} as DoctorDeps,
  );
  expect(report).toEqual([
    { name: 'database', status: 'fail', detail: expect.stringContaining('refused'), cure: 'start it' },
    { name: 'stands-on-it', status: 'warn', detail: 'Not checked: it needs database.', cure: 'Fix database first.' },
    { name: 'alone', status: 'ok', detail: 'fine', cure: null },
    { name: 'alone/b', status: 'fail', detail: 'bad', cure: 'do' },
  ]);
});
