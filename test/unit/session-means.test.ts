import { meansInWords, meansLeft } from '../../domain/session-means';
import { readTask, writeTask } from '../../domain/task-message';

const now = new Date('2026-11-22T10:00:00.000Z');
const until = new Date('2026-11-22T10:29:30.000Z');
const means = { budgetMicros: 10_000_000, until };

test('a task says what the session may cost and when it ends, outside the block of the caller', () => {
  const brief = { idea: 'Tides', audience: null, geography: null };
  const task = writeTask(brief, now, means);
  const [line] = task.split('<research_brief>')[0]!.match(/.*may cost.*/u)!;
  expect(line).toBe(meansInWords(means, now));
  expect(line).toContain('$10.00 and ends at 2026-11-22T10:29:30.000Z, in 29 minutes');
  expect(readTask(task)).toEqual(brief);
});

test('flaws go back with what is spent and what is left', () => {
  const left = meansLeft(means, 4_120_000, now);
  expect(left).toMatch(/^\$4\.12 of \$10\.00 are spent\. It ends at 2026-11-22T10:29:30\.000Z, in 29 minutes\./);
  expect(left).toContain('Correct what is named');
});

test.each([
  ['four fifths of the budget are spent', 8_000_000, now],
  ['five minutes are left', 0, new Date(until.getTime() - 300_000)],
  ['the deadline has passed', null, new Date(until.getTime() + 1)],
])('an agent is asked to hand in at once where %s', (_, spent, at) => {
  expect(meansLeft(means, spent, at)).toContain('hand in now');
});

test('what is not known is not said', () => {
  const left = meansLeft({ budgetMicros: 5_000_000, until: null }, null, now);
  expect(left).not.toMatch(/spent|ends at/);
});
