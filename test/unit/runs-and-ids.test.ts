import { isFinished, RUN_STATUSES, RUN_TRANSITIONS, statesBefore } from '../../contracts/runs';
import { newId } from '../../contracts/ids';

test('a finished run moves nowhere and every other state leads to an end', () => {
  const finished = RUN_STATUSES.filter(isFinished);
  expect(finished).toEqual(['completed', 'failed', 'canceled', 'expired']);
  for (const status of RUN_STATUSES.filter((name) => !isFinished(name))) {
    expect(RUN_TRANSITIONS[status].length).toBeGreaterThan(0);
  }
  expect(statesBefore('completed')).toEqual(['running', 'canceling']);
  expect(statesBefore('expired')).toEqual(['queued']);
});

test('ids are unique, of the published shape, and sort by time', () => {
  const ids = Array.from({ length: 1000 }, () => newId('run'));
  expect(new Set(ids).size).toBe(1000);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
});
