import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { Client } from 'pg';
import { SEARCH_ATTRIBUTES } from '../../base/search-attributes';
import { startPostgres } from '../../local/postgres/start-postgres';
import { identify } from '../../local/process/identity';
import { startTemporal } from '../../local/temporal/start-temporal';
import { searchableFolder } from '../support/programs';

jest.setTimeout(60_000);

let folder: string;
beforeEach(() => (folder = searchableFolder(join(tmpdir(), 'noi-parts-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const startIn = (dataDir: string, more = {}) => startPostgres({ dataDir, durable: false, ...more });

test('PostgreSQL requires its password, stops completely, and keeps its data', async () => {
  const first = await startIn(join(folder, 'pg'));
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const wrong = new URL(first.url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  const pid = first.pid();
  await first.stop();
  expect(identify(pid)).toBeNull();
  const second = await startIn(join(folder, 'pg'));
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('Temporal starts with our search attributes and keeps them', async () => {
  const dataDir = join(folder, 'temporal');
  for (const round of ['first', 'second']) {
    const temporal = await startTemporal({ dataDir });
    const connection = await Connection.connect({ address: temporal.address });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
    expect({ round, names: Object.keys(customAttributes) }).toEqual({
      round,
      names: expect.arrayContaining(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name)) as string[],
    });
    expect((await fetch(temporal.webUrl)).status).toBe(200);
    await connection.close();
    const pid = temporal.pid();
    await temporal.stop();
    expect(identify(pid)).toBeNull();
  }
  expect(existsSync(join(dataDir, 'temporal.db'))).toBe(true);
  const modes = ['.', ...readdirSync(dataDir)].map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
  expect(modes.filter(([name, mode]) => mode !== (name === '.' ? 0o700 : 0o600))).toEqual([]);
});
