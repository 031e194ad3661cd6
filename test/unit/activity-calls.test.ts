import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { WORKFLOWS } from '../../contracts/workflow-messages';
import { GUIDANCE } from '../../domain/workflow-guidance';
import { PACKAGE_ROOT } from '../../platform/package-root';

const FOLDER = join(PACKAGE_ROOT, 'workflows');
const HISTORIES = join(PACKAGE_ROOT, 'test', 'replay', 'histories');
/** The one place where activities are proxied, with a summary that its type requires. */
const MECHANISM = 'activity-calls.ts';

/** What of the SDK calls activities; an interceptor's methods of these names pass calls on and import nothing. */
const CALLING = /import[^;]*\b(proxy(Local)?Activities|schedule(Local)?Activity)\b[^;]*from '@temporalio\/workflow'/;

const sources = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const activities = readdirSync(join(PACKAGE_ROOT, 'activities'))
  .filter((name) => name.endsWith('-activities.ts'))
  .map((name) => readFileSync(join(PACKAGE_ROOT, 'activities', name), 'utf8'))
  .join('\n');

/** Summaries that a workflow's source declares, by activity. */
function summariesIn(text: string): [activity: string, summary: string][] {
  const tables = [...text.matchAll(/\b(?:localC|c)allsOf\([\s\S]*?\n? *\{([^{}]*)\},?\s*\)/g)].map(
    ([, table]) => table!,
  );
  return tables.flatMap((table) =>
    [...table.matchAll(/(\w+): '((?:[^'\\]|\\.)*)'/g)].map(
      ([, name, summary]) => [name!, summary!] as [string, string],
    ),
  );
}

test('workflows call activities only by proxies that require a summary', () => {
  const around = sources.filter(({ name, text }) => name !== MECHANISM && CALLING.test(text));
  expect(around.map(({ name }) => name)).toEqual([]);
});

test.each(sources.filter(({ text }) => /\b(localC|c)allsOf\(/.test(text)).filter(({ name }) => name !== MECHANISM))(
  '$name: each call has a summary that fits Temporal Web and names an activity that exists',
  ({ text }) => {
    const summaries = summariesIn(text);
    expect(summaries.length).toBeGreaterThan(0);
    for (const [activity, summary] of summaries) {
      expect(summary).toMatch(/^[A-Z].{5,}[^.]$/);
      expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(400);
      expect(activities).toMatch(new RegExp(`\\b${activity}\\b`));
    }
  },
);

const histories = readdirSync(HISTORIES).map((name) => ({
  name,
  history: historyFromJSON(JSON.parse(readFileSync(join(HISTORIES, name), 'utf8'))),
}));

test.each(histories)('$name: every scheduled activity carries its summary, and the end its outcome', ({ history }) => {
  const events = history.events!;
  const scheduled = events.filter((event) => event.activityTaskScheduledEventAttributes);
  expect(scheduled.filter(({ userMetadata }) => !userMetadata?.summary?.data)).toEqual([]);
  const outcomes = events.filter(
    (event) => event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields?.Outcome,
  );
  // A run that continues as new may have none yet.
  const continues = Boolean(events.at(-1)!.workflowExecutionContinuedAsNewEventAttributes);
  expect(outcomes.length > 0 || continues).toBe(true);
});

test('a history of every workflow shows that it reports its outcome', () => {
  const types = histories.map(({ history }) => history.events![0]!.workflowExecutionStartedEventAttributes!);
  expect(new Set(types.map(({ workflowType }) => workflowType!.name))).toEqual(new Set(Object.values(WORKFLOWS)));
});

test('every workflow says in Temporal Web what an operator may do to it', () => {
  expect(Object.keys(GUIDANCE).sort()).toEqual(Object.keys(WORKFLOWS).sort());
  const money = ['payment', 'payout', 'reservation', 'orphanRefund', 'evaluation', 'search'] as const;
  for (const name of money) expect(GUIDANCE[name]).toMatch(/Never Reset/);
});
