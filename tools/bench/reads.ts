import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { newId } from '../../contracts/ids';
import { cacheFolder } from '../../local/cache-folder';
import { createCustomer, type Customer } from '../../test/support/api';
import { compare } from './measure';
import { besideFloor } from './processes';

const RUNS = 1_000;
const POLLERS = 50;
const SECONDS = 4;

/** (a) Polls of a run, with key, limits, ETag and log, against a bare Koa server with one prepared query. */
export const benchReads = (): Promise<string[]> =>
  besideFloor({ DATABASE_POOL: '10' }, async (db, api, bare) => {
    const customer = await createCustomer(db, { credits: 0 });
    const ids = Array.from({ length: RUNS }, () => newId('run'));
    await db.pool.query(INSERT_RUNS, [ids, customer.accountId, customer.keyId]);
    await db.asOwner('VACUUM ANALYZE runs');
    const rows: string[] = [];
    for (const [place, status] of ['running', 'finished'].entries()) {
      const those = ids.filter((_, index) => index % 2 === place);
      const [ours, floor] = [api, bare].map((url) => () => load(url, customer, those));
      const sides = { ours: ours!, floor: floor!, unit: 'a second', warmUps: 4 };
      rows.push(await compare(`(a) GET ${status} run / bare Koa + one query`, ['>=', 1.3], sides));
    }
    return rows;
  });

const INSERT_RUNS = `
  INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                    workflow_id, queue_expires_at, reserved_cents, started_at, completed_at, cost_micros)
  SELECT id, $2, $3, 'idea_check', 'live', status, stage, '{"idea": "bench"}', 'ent_bench', 3,
         'evaluation/' || id, now() + '1 day', 100, now(), ended, cost
  FROM unnest($1::text[]) WITH ORDINALITY AS made(id, place)
  JOIN (VALUES (0, 'completed', 'done', now(), 12345), (1, 'running', 'researching', NULL, NULL))
    AS states(rest, status, stage, ended, cost) ON rest = place % 2`;

/** Result of autocannon, as far as it is read. */
interface Load {
  non2xx: number;
  errors: number;
  requests: { average: number };
}

/** Autocannon from the cache, where it is installed from npm when it is first needed. */
function autocannonOf(folder = join(cacheFolder(), 'autocannon-9.0.0')): (options: object) => Promise<Load> {
  if (!existsSync(join(folder, 'node_modules', 'autocannon'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'autocannon@9.0.0'];
    execFileSync('npm', install, { cwd: folder });
  }
  return createRequire(join(folder, 'package.json'))('autocannon') as (options: object) => Promise<Load>;
}

async function load(url: string, { apiKey }: Customer, runIds: readonly string[]): Promise<number> {
  const autocannon = autocannonOf();
  const requests = runIds.map((id) => ({ path: `/v1/runs/${id}` }));
  const headers = { 'x-api-key': apiKey };
  const result = await autocannon({ url, connections: POLLERS, duration: SECONDS, headers, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`);
  return result.requests.average;
}
