/** Source rules that types and the linter cannot enforce. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { PACKAGE_ROOT } from '../../base/package-root';
import { WORKFLOWS } from '../../base/workflow-messages';
import { GUIDANCE } from '../../modules/operations/workflows';
import { productFiles, sandboxFiles, statementsOf, storeFiles, type SourceFile } from '../support/sources';

const pathsOf = (files: SourceFile[]) => files.map(({ path }) => path);

describe('the store', () => {
  const schema = readFileSync(join(PACKAGE_ROOT, 'prisma', 'schema.prisma'), 'utf8');
  const tables = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table!);
  const WRITE = /\b(?:INSERT INTO|DELETE FROM|UPDATE(?= \w+ (?:AS \w+ )?SET\b)) (\w+)/g;
  const tablesOf = (file: SourceFile) =>
    statementsOf(file).flatMap((statement) => [...statement.matchAll(WRITE)].map(([, table]) => table!));

  test('writes each table in only one folder', () => {
    const owners = new Map<string, Set<string>>();
    for (const file of storeFiles()) {
      for (const table of tablesOf(file)) {
        owners.set(table, (owners.get(table) ?? new Set()).add(file.path.split('/')[1]!));
      }
    }
    expect(owners.get('ledger_entries')).toEqual(new Set(['ledger']));
    expect([...owners].filter(([, folders]) => folders.size > 1)).toEqual([]);
  });

  test('is the only place that writes', () => {
    expect(pathsOf(productFiles().filter((file) => tablesOf(file).some((table) => tables.includes(table))))).toEqual(
      [],
    );
  });

  test('writes with SQL and reads with Prisma', () => {
    const BY_PRISMA =
      /\bprisma\s*\.\w+\s*\.(create|update|delete|upsert)|\$executeRaw|\$queryRaw|prisma\.\$transaction/;
    expect(pathsOf([...storeFiles(), ...productFiles()].filter(({ text }) => BY_PRISMA.test(text)))).toEqual([]);
  });
});

test('endpoints and pages leave delivery to use cases', () => {
  const entrances = productFiles().filter(({ path }) => /^(?:api|web)\//.test(path));
  expect(entrances.length).toBeGreaterThan(100);
  expect(pathsOf(entrances.filter(({ text }) => /\.deliver\(/.test(text)))).toEqual([]);
});

describe('workflows', () => {
  // Matches a top-level variable, or a collection whose type allows changes. Workflows on one worker share their
  // modules, so one workflow's state would leak into another in an order that replays cannot repeat.
  const STATE =
    /^(?:export )?(?:(?:let|var) .*|const \w+(?!: Readonly)(?:: [^=]+)? = (?:new (?:Map|WeakMap|WeakSet)\b.*|new Set(?:<.*>)?\(\).*|\[\];|\{\};))/gm;

  test('do not import modules with state', () => {
    expect('let count = 0;').toMatch(STATE);
    expect(pathsOf(sandboxFiles())).toContain('workflows/evaluation.ts');
    expect(pathsOf(sandboxFiles().filter(({ text }) => text.match(STATE)))).toEqual([]);
  });

  test('that wait in a loop continue as new', () => {
    const files = sandboxFiles().filter(({ path }) => path.startsWith('workflows/'));
    const waiting = files.filter(
      ({ text }) => /\bfor \(;;\)|\bwhile \(/.test(text) && /\b(?:sleep|condition)\(/.test(text),
    );
    expect(waiting.length).toBeGreaterThan(3);
    expect(pathsOf(waiting.filter(({ text }) => !text.includes('continueAsNewSuggested')))).toEqual([]);
  });

  test('guide operators, who must never reset those that move money', () => {
    expect(Object.keys(GUIDANCE).sort()).toEqual(Object.keys(WORKFLOWS).sort());
    const money = ['payment', 'payout', 'reservation', 'orphanRefund', 'evaluation', 'search'] as const;
    for (const name of money) expect(GUIDANCE[name]).toMatch(/Never Reset/);
  });
});

test('have summaries and an outcome for Temporal Web in every recorded history', () => {
  const folder = join(PACKAGE_ROOT, 'test', 'replay', 'histories');
  const types = new Set<string>();
  for (const name of readdirSync(folder)) {
    const events = historyFromJSON(JSON.parse(readFileSync(join(folder, name), 'utf8'))).events!;
    types.add(events[0]!.workflowExecutionStartedEventAttributes!.workflowType!.name!);
    const scheduled = events.filter((event) => event.activityTaskScheduledEventAttributes);
    const summaries = scheduled.filter(({ userMetadata }) => userMetadata?.summary?.data);
    const hasOutcome = events.some(
      (event) => event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields?.Outcome,
    );
    // A run that continues as new may have no outcome yet.
    const continues = Boolean(events.at(-1)!.workflowExecutionContinuedAsNewEventAttributes);
    expect([name, summaries.length, hasOutcome || continues]).toEqual([name, scheduled.length, true]);
  }
  expect(types).toEqual(new Set(Object.values(WORKFLOWS)));
});
