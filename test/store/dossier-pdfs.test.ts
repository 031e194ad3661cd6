import { eraseRows, lockRows } from '../../modules/retention/store/retention';
import { createDossierPdfs } from '../../modules/runs/use-cases/documents';
import { transaction, type Queryable } from '../../prisma/client';
import { createCustomer } from '../support/api';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { useEach } from '../support/use';

async function erase(tx: Queryable): Promise<void> {
  await lockRows(tx, accountId);
  await eraseRows(tx, accountId);
}

let accountId: string;
const db = useEach(() => createTestDatabase());
beforeEach(async () => {
  ({ accountId } = await createCustomer(db));
});

/** Completed runs with findings and without a PDF. */
async function completedRuns(count: number): Promise<string[]> {
  await db.pool.query({
    text: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                             workflow_id, queue_expires_at, reserved_cents)
           SELECT 'run_' || n, $1, 'key_1', 'idea_check', 'live', 'completed', 'done', '{}', 'ent_1', 3, 'w', now(), 100
           FROM generate_series(1, $2) AS n`,
    values: [accountId, count],
  });
  await db.pool.query(
    `INSERT INTO artifacts (run_id, name, content_type, bytes) SELECT id, 'findings', 'application/json', '{}' FROM runs`,
  );
  return Array.from({ length: count }, (_, index) => `run_${index + 1}`);
}

/** A printer that prints its own name once the gate is open. */
function printer(name: string, opened: Promise<void> = Promise.resolve()) {
  const made = { prints: 0, of: createDossierPdfs(db, { pdf }) };
  async function pdf(): Promise<Buffer> {
    made.prints++;
    await opened;
    return Buffer.from(`%PDF by ${name}`);
  }
  return made;
}

function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test('concurrent first downloads print once per process, and all get the first PDF stored', async () => {
  const [runId] = await completedRuns(1);
  const { opened, open } = gate();
  const [first, second] = [printer('first', opened), printer('second', opened)];
  const downloads = [first, second].flatMap(({ of }) => Array.from({ length: 10 }, () => of(runId!)));
  await eventually('both print', () => first.prints > 0 && second.prints > 0);
  open();
  const answers = new Set((await Promise.all(downloads)).map(String));
  expect([first.prints, second.prints]).toEqual([1, 1]);
  expect(answers.size).toBe(1);
  const later = printer('later');
  expect(answers).toContain(String(await later.of(runId!)));
  expect(later.prints).toBe(0);
});

test('a run erased while its PDF is printed stays erased', async () => {
  const [runId] = await completedRuns(1);
  const { opened, open } = gate();
  const slow = printer('slow', opened);
  const download = slow.of(runId!);
  await eventually('it prints', () => slow.prints === 1);
  const waiting = async () =>
    (await db.pool.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rowCount === 1;
  await transaction(db, async (tx) => {
    await erase(tx);
    open();
    await eventually('the PDF waits for the erasure', waiting);
  });
  expect(await download).toBeNull();
  expect(await db.prisma.artifact.count()).toBe(0);
});
