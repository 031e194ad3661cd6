import { ALERTS } from '../../contracts/alerts';
import { conditionsThatHold, RUNS_FOR_A_RATE, WORKERS_SILENT_MS } from '../../domain/watched-conditions';

const LIMITS = { queueAgeMs: 900_000, outboxAgeMs: 120_000, failureShare: 0.2 };
const QUIET = {
  workersSilentMs: 9_000,
  oldestQueuedMs: 800_000,
  oldestMessageMs: 3_000,
  endedRuns: 100,
  failedRuns: 20,
  failureCode: 'agent_refused',
};
const held = (figures: Partial<typeof QUIET> | Record<string, null>) => [
  ...conditionsThatHold({ ...QUIET, ...figures }, LIMITS).keys(),
];

test('a deployment within its limits, and one of which nothing is known yet, raises nothing', () => {
  expect(held({})).toEqual([]);
  expect(held({ workersSilentMs: null, oldestQueuedMs: null, oldestMessageMs: null, failureCode: null })).toEqual([]);
});

test.each([
  ['worker-frozen', { workersSilentMs: WORKERS_SILENT_MS + 1 }],
  ['queue-stalled', { oldestQueuedMs: LIMITS.queueAgeMs + 1 }],
  ['outbox-stalled', { oldestMessageMs: LIMITS.outboxAgeMs + 1 }],
  ['run-failure-rate', { failedRuns: 21 }],
])('%s holds just beyond its limit', (alert, figures) => {
  expect(held(figures)).toEqual([alert]);
});

test('a few failures alone are no rate', () => {
  expect(held({ endedRuns: RUNS_FOR_A_RATE - 1, failedRuns: RUNS_FOR_A_RATE - 1 })).toEqual([]);
});

test('the facts of a condition fill every text of its alert', () => {
  const all = { workersSilentMs: 1e9, oldestQueuedMs: 1e9, oldestMessageMs: 1e9, endedRuns: 10, failedRuns: 10 };
  const conditions = conditionsThatHold({ ...QUIET, ...all }, LIMITS);
  const episodes = Object.entries(ALERTS).filter(([, spec]) => 'episode' in spec);
  expect([...conditions.keys()]).toEqual(episodes.map(([name]) => name));
  for (const [name, facts] of conditions) {
    const named = [...`${ALERTS[name].title} ${ALERTS[name].action}`.matchAll(/\{(\w+)\}/g)].map(([, fact]) => fact);
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(named));
  }
});
