import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKFLOWS } from '../../contracts/workflow-messages';
import { WAITING_NAMES, waitingOf } from '../../domain/waiting';
import { GUIDANCE } from '../../domain/workflow-guidance';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { HANDLED_EVENTS } from '../../providers/payments/provider-events';
import {
  productFiles,
  readSources,
  sandboxFiles,
  statementsOf,
  storeFiles,
  type SourceFile,
} from '../support/store-source';

describe('store', () => {
  const ROOT = join(__dirname, '..', '..');
  const schema = readFileSync(join(ROOT, 'prisma', 'schema.prisma'), 'utf8');
  const tables = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table!);

  function writesOf(file: SourceFile): string[] {
    return statementsOf(file).flatMap((statement) =>
      [...statement.matchAll(/\b(?:INSERT INTO|DELETE FROM|UPDATE(?= \w+ (?:AS \w+ )?SET\b)) (\w+)/g)].map(
        ([, table]) => table!,
      ),
    );
  }

  test('only retention writes tables by name', () => {
    const general = storeFiles().filter((file) =>
      statementsOf(file).some((statement) => /\b(INSERT INTO|DELETE FROM|UPDATE) \$\{/.test(statement)),
    );
    expect(general.map(({ path }) => path)).toEqual([
      'store/retention/erase-rows.ts',
      'store/retention/purge-expired.ts',
    ]);
  });

  test('no statement outside the store writes', () => {
    const writing = productFiles().filter((file) => writesOf(file).some((table) => tables.includes(table)));
    expect(writing.map(({ path }) => path)).toEqual([]);
  });

  test('SQL changes, Prisma reads', () => {
    const changing = [...storeFiles(), ...productFiles()].filter(({ text }) =>
      /\bprisma\s*\.\w+\s*\.(create|update|delete|upsert)|\$executeRaw|\$queryRaw|prisma\.\$transaction/.test(text),
    );
    expect(changing.map(({ path }) => path)).toEqual([]);
  });
});

// A variable, or a collection that its type lets anyone change, at the top of a module.
const STATE =
  /^(?:export )?(?:(?:let|var) .*|const \w+(?!: Readonly)(?:: [^=]+)? = (?:new (?:Map|WeakMap|WeakSet)\b.*|new Set(?:<.*>)?\(\).*|\[\];|\{\};))/gm;

// Workflows of a worker share their modules (worker/bundle.ts): what one of them left there another would find, in an order
// that no replay repeats.
test('modules that workflows import keep no state', () => {
  const files = sandboxFiles();
  expect(files.map(({ path }) => path)).toContain('workflows/evaluation.ts');
  const found = files.flatMap(({ path, text }) => (text.match(STATE) ?? []).map((line) => `${path}: ${line}`));
  expect(found).toEqual([]);
});

test('every workflow but the scheduled one has rows that wait for it', () => {
  const waited = new Set(WAITING_NAMES.flatMap((name) => waitingOf(name).workflows));
  expect(Object.keys(WORKFLOWS).filter((type) => !waited.has(type as keyof typeof WORKFLOWS))).toEqual([
    'paymentSweep',
  ]);
});

/** A loop whose end its number of rounds does not say. */
const LOOP = /\bfor \(;;\)|\bwhile \(/;
const WAIT = /\b(?:sleep|condition)\(/;

test('workflows that wait in a loop continue as new', () => {
  const files = sandboxFiles().filter(({ path }) => path.startsWith('workflows/'));
  const waiting = files.filter(({ text }) => LOOP.test(text) && WAIT.test(text));
  expect(waiting.map(({ path }) => path)).toEqual(
    ['erasure', 'payment', 'payout', 'reservation'].map((name) => `workflows/${name}.ts`),
  );
  expect(waiting.filter(({ text }) => !text.includes('continueAsNewSuggested')).map(({ path }) => path)).toEqual([]);
});

describe('Temporal Web', () => {
  const HISTORIES = join(PACKAGE_ROOT, 'test', 'replay', 'histories');

  const histories = readdirSync(HISTORIES).map((name) => ({
    name,
    history: historyFromJSON(JSON.parse(readFileSync(join(HISTORIES, name), 'utf8'))),
  }));

  test.each(histories)('history $name carries summaries and an outcome', ({ history }) => {
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

  test('every workflow has a recorded history', () => {
    const types = histories.map(({ history }) => history.events![0]!.workflowExecutionStartedEventAttributes!);
    expect(new Set(types.map(({ workflowType }) => workflowType!.name))).toEqual(new Set(Object.values(WORKFLOWS)));
  });

  test('every workflow guides operators; money workflows are never reset', () => {
    expect(Object.keys(GUIDANCE).sort()).toEqual(Object.keys(WORKFLOWS).sort());
    const money = ['payment', 'payout', 'reservation', 'orphanRefund', 'evaluation', 'search'] as const;
    for (const name of money) expect(GUIDANCE[name]).toMatch(/Never Reset/);
  });
});

const ROOMS = [
  ...['contracts', 'domain', 'platform', 'store', 'documents', 'activities', 'workflows', 'worker'],
  ...['http', 'commands', 'api', 'web', 'server', 'admin'],
];
/** What the product takes for granted of the provider's protocol, to be tried at the provider itself. */
const ON_THE_PROTOCOL = 'admin/first-contact/';
const NAMES = [...HANDLED_EVENTS, 'payment_intent', 'balance_transaction', 'stripe_fee', 'CHECKOUT_SESSION_ID'];

test('only providers know the names of the payment provider', () => {
  const files = ROOMS.flatMap(readSources).filter(({ path }) => !path.startsWith(ON_THE_PROTOCOL));
  const naming = files.filter((file) => statementsOf(file).some((text) => NAMES.some((name) => text.includes(name))));
  expect(naming.map(({ path }) => path)).toEqual([]);
  const [own] = readSources('providers/payments').filter(({ path }) => path.endsWith('provider-events.ts'));
  expect(statementsOf(own!)).toEqual(expect.arrayContaining([...HANDLED_EVENTS]));
});
