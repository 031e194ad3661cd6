/**
 * `npm run fuzz`: holds the running product against its own description from outside. Starts the local default in a folder of its own
 * and has Schemathesis (PyPI) call every endpoint with what the description allows and with what it does not: no answer may be a 500,
 * an undeclared status or type, or a body that its schema refuses. Needs python3 and PyPI; `-- --max-examples 200` goes deeper.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/ports';
import { built } from '../../local/programs';
import type { ReadyFile } from '../../local/ready-file';
import type { RunStatus } from '../../contracts/runs';
import { call, createEvaluation, createSearch } from '../support/api';
import { eventually } from '../support/eventually';
import { searchableFolder } from '../support/searchable-folder';

const VERSION = '4.32.5';
const TOOLS = join(tmpdir(), `noi-schemathesis-${VERSION}`);
/** Rules beyond the description (signatures, keys used twice, text that is too short once trimmed) refuse what it allows. */
const EXCLUDED_CHECKS = 'positive_data_acceptance';

function schemathesis(): string {
  const program = join(TOOLS, 'bin', 'schemathesis');
  if (!existsSync(program)) {
    execFileSync('python3', ['-m', 'venv', TOOLS], { stdio: 'inherit' });
    execFileSync(join(TOOLS, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], { stdio: 'inherit' });
  }
  return program;
}

/** Starts the local default and waits until it is ready. */
async function startProduct(folder: string) {
  const env = { ...process.env, LOCAL_DIR: folder, PORT: String(await freePort()), LIMITS_SCALE: '100000' };
  const child = spawn(process.execPath, [built('local/main')], { env, stdio: 'ignore' });
  const file = join(folder, 'ready.json');
  await eventually('the product is ready', () => existsSync(file) || child.exitCode !== null, 600_000);
  if (child.exitCode !== null) throw new Error('The product did not start.');
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { ready: JSON.parse(readFileSync(file, 'utf8')) as ReadyFile, stop };
}

/** Runs of both kinds, completed, so that their documents are looked at and not only 404s. */
async function completedRuns({ api: url, keys }: ReadyFile): Promise<string[]> {
  const customer = { apiKey: keys.live };
  const api = { url };
  const created = [await createEvaluation(api, customer, 'fuzz'), await createSearch(api, customer, 'fuzz')];
  const ids = created.map(({ body }) => body.runId);
  for (const id of ids) {
    await eventually(
      `run ${id} is completed`,
      async () => (await call<RunStatus>(api, 'GET', `/v1/runs/${id}`, { key: keys.live })).body.status === 'completed',
      120_000,
    );
  }
  return ids;
}

async function fuzz(program: string, ready: ReadyFile, runId: string, folder: string): Promise<boolean> {
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(
    config,
    `[[operations]]\ninclude-path-regex = "^/v1/runs/\\\\{id\\\\}"\nparameters = { "path.id" = "${runId}" }\n`,
  );
  const args = [
    ...['--config-file', config, 'run', `${ready.api}/openapi/v1.json`],
    ...['--header', `X-Api-Key: ${ready.keys.live}`],
    ...['--phases', 'examples,coverage,fuzzing', '--exclude-checks', EXCLUDED_CHECKS],
    ...['--max-examples', '30', '--seed', '1', '--request-timeout', '40', '--continue-on-failure'],
    ...process.argv.slice(2),
  ];
  const child = spawn(program, args, { cwd: folder, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

async function main(): Promise<void> {
  const program = schemathesis();
  mkdirSync(join(tmpdir(), 'noi-fuzz'), { recursive: true, mode: 0o755 });
  const folder = searchableFolder(join(tmpdir(), 'noi-fuzz', 'run-'));
  const { ready, stop } = await startProduct(folder);
  let clean = true;
  try {
    for (const id of await completedRuns(ready)) clean = (await fuzz(program, ready, id, folder)) && clean;
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  process.exitCode = clean ? 0 : 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
