import { RUN_STATUSES } from '../../contracts/runs';
import { RUN } from '../../domain/runs';
import { newId } from '../../contracts/ids';

test('a finished run moves nowhere and every other state leads to an end', () => {
  const finished = RUN_STATUSES.filter(RUN.isTerminal);
  expect(finished).toEqual(['completed', 'failed', 'canceled', 'expired']);
  for (const status of RUN_STATUSES.filter((name) => !RUN.isTerminal(name))) {
    expect(RUN.moves[status].length).toBeGreaterThan(0);
  }
  expect(RUN.before('completed')).toEqual(['running', 'canceling']);
  expect(RUN.before('expired')).toEqual(['queued']);
});

test('ids are unique, of the published shape, and sort by time', () => {
  const ids = Array.from({ length: 1000 }, () => newId('run'));
  expect(new Set(ids).size).toBe(1000);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
});
