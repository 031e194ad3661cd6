import { createDossierPdfs } from '../../commands/documents/dossier-pdfs';
import { WORKFLOWS, type WorkflowMessage } from '../../contracts/workflow-messages';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { createCustomer, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { acceptEvaluation, createWorkflowRunner, type WorkflowRunner } from './begin-runs';
import type { Row } from './compare';
import { prepareWorker, startAgents, startWorker } from './product';
import { acceptSearch } from './searches';

const TASK_QUEUE = 'bench-bytes';
const CANDIDATES = 10;
const AT_ONCE = 5;

/** Runs of each kind, and the most kilobytes that one may add to the database. */
const KINDS = [
  { name: 'Idea Check', kind: 'idea_check', runs: 100, mostKb: 25, accept: acceptEvaluation },
  {
    name: `search of ${CANDIDATES}`,
    kind: 'custom_search',
    runs: 10,
    mostKb: 100,
    accept: (db: TestDatabase, customer: Customer) => acceptSearch(db, customer, CANDIDATES),
  },
] as const;

/** Bytes of tables with their indexes and large values, and the position of the write-ahead log around the measurement. */
interface Footprint {
  tables: Map<string, number>;
  logBefore: number;
  logAfter: number;
  commits: number;
}

/**
 * (o) Kilobytes that a run adds to the database, by table with indexes and large values, compacted; what it wrote to the
 * log; and what its PDF adds once it is downloaded.
 */
export async function benchBytes(): Promise<Row[]> {
  const agents = await startAgents();
  await agents.pace(0);
  const runner = await createWorkflowRunner(TASK_QUEUE);
  try {
    const rows: Row[] = [];
    for (const { name, kind, runs, mostKb, accept } of KINDS) {
      const db = await createTestDatabase();
      const customer = await createCustomer(db, { credits: runs, kind });
      const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, TASK_QUEUE));
      try {
        const before = await footprint(db);
        const ids = await complete(runs, runner, () => accept(db, customer), WORKFLOWS_OF[kind]);
        const after = await footprint(db);
        await download(db, ids);
        const withPdf = await footprint(db);
        const kb = (bytes: number) => bytes / 1_000 / runs;
        rows.push({
          name: `(o) kB a run, ${name}`,
          ratio: kb(sumOf(after) - sumOf(before)),
          target: { atMost: mostKb },
          detail:
            `${largest(before, after, runs)}; log ${kb(after.logBefore - before.logAfter).toFixed(0)} kB, ` +
            `${Math.round((after.commits - before.commits) / runs)} transactions; ` +
            `its PDF ${kb(sumOf(withPdf) - sumOf(after)).toFixed(1)} kB more`,
        });
      } finally {
        await worker.stop();
        await db.close();
      }
    }
    return rows;
  } finally {
    await runner.close();
    await agents.stop();
  }
}

const WORKFLOWS_OF = { idea_check: WORKFLOWS.evaluation, custom_search: WORKFLOWS.search };

async function complete(
  runs: number,
  runner: WorkflowRunner,
  accept: () => Promise<WorkflowMessage>,
  workflowType: string,
): Promise<string[]> {
  const ids: string[] = [];
  const lane = async () => {
    while (ids.length < runs) {
      const place = ids.push('') - 1;
      const message = await accept();
      const { status } = await runner.complete(message, workflowType);
      if (status !== 'completed') throw new Error(`A run ended as ${status}`);
      ids[place] = (message.input as { runId: string }).runId;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return ids;
}

async function download(db: TestDatabase, ids: string[]): Promise<void> {
  const renderer = createDossierRenderer();
  const pdfOf = createDossierPdfs(db, renderer);
  for (const id of ids) await pdfOf(id);
  await renderer.close();
}

async function footprint(db: TestDatabase): Promise<Footprint> {
  const logBefore = await logPosition(db);
  const { rows: written } = await db.pool.query<{ commits: number }>(
    'SELECT xact_commit::float8 AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  await db.asOwner('VACUUM FULL');
  const { rows } = await db.pool.query<{ name: string; bytes: number }>(
    `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const tables = new Map(rows.map(({ name, bytes }) => [name, bytes]));
  return { tables, logBefore, logAfter: await logPosition(db), commits: written[0]!.commits };
}

async function logPosition(db: TestDatabase): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`,
  );
  return rows[0]!.bytes;
}

const sumOf = ({ tables }: Footprint) => [...tables.values()].reduce((sum, bytes) => sum + bytes, 0);

function largest(before: Footprint, after: Footprint, runs: number): string {
  return [...after.tables]
    .map(([name, bytes]) => ({ name, kb: (bytes - before.tables.get(name)!) / 1_000 / runs }))
    .filter(({ kb }) => kb >= 0.1)
    .toSorted((a, b) => b.kb - a.kb)
    .map(({ name, kb }) => `${name} ${kb.toFixed(1)}`)
    .join(', ');
}
