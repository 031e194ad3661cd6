/**
 * `npm run fuzz`: tests the running product against its OpenAPI description. Starts the local default in its own folder
 * and has Schemathesis (PyPI) call every endpoint with valid and invalid requests: no answer may be a 500, an
 * undeclared status or type, or a body that violates its schema. Needs python3 and PyPI; `-- --max-examples 200` goes
 * deeper.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyFile } from '../../local/ready-file';
import type { RunStatus } from '../../contracts/runs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { call, createEvaluation, createSearch } from '../../test/support/api';
import { eventually } from '../../test/support/eventually';
import { searchableFolder } from '../../test/support/searchable-folder';
import { startLocalProduct } from '../../test/support/local-product';

const VERSION = '4.32.5';
const TOOLS = join(tmpdir(), `noi-schemathesis-${VERSION}`);
/** Checks that are off: rules beyond the description (signatures, reused keys, trimmed text) refuse valid requests. */
const EXCLUDED_CHECKS = 'positive_data_acceptance';

/** Declared as a text of YAML, which Schemathesis compares once it is parsed. */
const YAML_IS_TEXT = `
[[operations]]
include-path = "/openapi/v1.yaml"
checks.response_schema_conformance.enabled = false
`;

function schemathesis(): string {
  const program = join(TOOLS, 'bin', 'schemathesis');
  if (!existsSync(program)) {
    execFileSync('python3', ['-m', 'venv', TOOLS], { stdio: 'inherit' });
    execFileSync(join(TOOLS, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], { stdio: 'inherit' });
  }
  return program;
}

/** Completes runs of both kinds, so that their documents are tested and not only 404s. */
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
    `[[operations]]\ninclude-path-regex = "^/v1/runs/\\\\{id\\\\}"\nparameters = { "path.id" = "${runId}" }\n${YAML_IS_TEXT}`,
  );
  const args = [
    ...['--config-file', config, 'run', `${ready.api}/openapi/v1.json`],
    ...['--header', `X-Api-Key: ${ready.keys.live}`],
    ...['--phases', 'examples,coverage,fuzzing', '--exclude-checks', EXCLUDED_CHECKS],
    ...['--max-examples', '30', '--seed', '1', '--request-timeout', '40', '--continue-on-failure'],
    ...process.argv.slice(2),
  ];
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, SCHEMATHESIS_HOOKS: join(PACKAGE_ROOT, 'tools', 'fuzz', 'hooks.py') },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

async function main(): Promise<void> {
  const program = schemathesis();
  mkdirSync(join(tmpdir(), 'noi-fuzz'), { recursive: true, mode: 0o755 });
  const folder = searchableFolder(join(tmpdir(), 'noi-fuzz', 'run-'));
  const { ready, stop } = await startLocalProduct(folder);
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
