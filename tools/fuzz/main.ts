/**
 * `npm run fuzz`: has Schemathesis (PyPI) call every endpoint of the running product with valid and invalid requests. No
 * answer may be a 500, an undeclared status or type, or violate its schema. `-- --max-examples 200` goes deeper.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyFile } from '../../local/ready-file';
import type { RunStatus } from '../../contracts/runs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { call, createEvaluation, createSearch } from '../../test/support/api';
import { eventually } from '../../test/support/eventually';
import { exitWith } from '../../test/support/exit-with';
import { searchableFolder } from '../../test/support/programs';
import { startLocalProduct } from '../../test/support/real-parts';
import { run } from '../clients/tools';

const VERSION = '4.32.5';
const TOOLS = join(tmpdir(), `noi-schemathesis-${VERSION}`);

/** Aims requests at a finished run. The description as YAML is declared as text, which Schemathesis parses. */
const configOf = (runId: string) => `
[[operations]]
include-path-regex = "^/v1/runs/\\\\{id\\\\}"
parameters = { "path.id" = "${runId}" }

[[operations]]
include-path = "/openapi/v1.yaml"
checks.response_schema_conformance.enabled = false
`;

/** Completes a run of each kind, so that their documents are tested and not only 404s. */
async function completedRuns({ api: url, keys }: ReadyFile): Promise<string[]> {
  const [api, customer] = [{ url }, { apiKey: keys.live }];
  const created = [await createEvaluation(api, customer, 'fuzz'), await createSearch(api, customer, 'fuzz')];
  const ids = created.map(({ body }) => body.runId);
  const status = async (id: string) => (await call<RunStatus>(api, 'GET', `/v1/runs/${id}`, { key: keys.live })).body;
  for (const id of ids) {
    await eventually(`run ${id} is completed`, async () => (await status(id)).status === 'completed', 120_000);
  }
  return ids;
}

function fuzz(ready: ReadyFile, runId: string, folder: string): boolean {
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(config, configOf(runId));
  const args = [
    ...['--config-file', config, 'run', `${ready.api}/openapi/v1.json`, '--header', `X-Api-Key: ${ready.keys.live}`],
    // Rules beyond the description (signatures, reused keys, trimmed text) refuse requests that are valid by it.
    ...['--phases', 'examples,coverage,fuzzing', '--exclude-checks', 'positive_data_acceptance'],
    ...['--max-examples', '30', '--seed', '1', '--request-timeout', '40', '--continue-on-failure'],
    ...process.argv.slice(2),
  ];
  const env = { ...process.env, SCHEMATHESIS_HOOKS: join(PACKAGE_ROOT, 'tools', 'fuzz', 'hooks.py') };
  return spawnSync(join(TOOLS, 'bin', 'schemathesis'), args, { cwd: folder, env, stdio: 'inherit' }).status === 0;
}

async function main(): Promise<number> {
  if (!existsSync(join(TOOLS, 'bin', 'schemathesis'))) {
    await run('python3', ['-m', 'venv', TOOLS]);
    await run(join(TOOLS, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
  }
  mkdirSync(join(tmpdir(), 'noi-fuzz'), { recursive: true, mode: 0o755 });
  const folder = searchableFolder(join(tmpdir(), 'noi-fuzz', 'run-'));
  const { ready, stop } = await startLocalProduct(folder);
  try {
    const clean = (await completedRuns(ready)).map((id) => fuzz(ready, id, folder));
    return clean.every(Boolean) ? 0 : 1;
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

exitWith(main());
