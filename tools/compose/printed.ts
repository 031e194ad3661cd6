import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { blocksOf } from '../../test/support/runbook';

const COMMAND = /(?:[A-Z_]+=\S+ )*docker compose [^|;#\n]+/g;
/** What Compose says of a command that it does not understand, or of a service that its files do not have. */
const MISUSE = /no such service|no such command|unknown|invalid|requires|accepts|required variable/i;
const NOT_RUNNING = /service "([^"]+)" is not running/;

/** Commands of Compose in the blocks of all pages. */
export function printedCommands(): string[] {
  const pages = readdirSync(join(PACKAGE_ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const blocks = ['../README.md', ...pages.filter((name) => name.endsWith('.md'))].flatMap(blocksOf);
  const commands = blocks
    .filter(({ deployment }) => deployment === null || deployment === 'compose')
    .flatMap(({ code }) => code.replaceAll(/\\\n\s*/g, '').match(COMMAND) ?? []);
  return [...new Set(commands.map((command) => command.trim()))];
}

/**
 * Flaws of printed commands: gives each to Compose, whose daemon here has no containers, and looks for what Compose does
 * not understand. What it would do to containers is not seen.
 */
export async function misusedCommands(
  program: string,
  commands: readonly string[],
  services: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'noi-compose-'));
  const daemon = createServer((request, response) => {
    const { status, body } = answerTo(request.url ?? '');
    response.writeHead(status, { 'api-version': '1.54', 'content-type': 'application/json' }).end(body);
  });
  const socket = join(folder, 'docker.sock');
  await new Promise<void>((resolve) => daemon.listen(socket, resolve));
  try {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\nshift\nexec '${program}' "$@"\n`, { mode: 0o755 });
    const own = { ...env, PATH: `${folder}:${process.env.PATH}`, DOCKER_HOST: `unix://${socket}` };
    const flaws = await Promise.all(commands.map(async (command) => flawIn(await said(command, own), services)));
    return commands.flatMap((command, index) => (flaws[index] ? [`${command}: ${flaws[index]}`] : []));
  } finally {
    daemon.close();
    rmSync(folder, { recursive: true });
  }
}

function flawIn(lines: readonly string[], services: readonly string[]): string | undefined {
  const named = lines.flatMap((line) => NOT_RUNNING.exec(line)?.[1] ?? []);
  const stranger = named.find((name) => !services.includes(name));
  return lines.find((line) => MISUSE.test(line)) ?? (stranger && `there is no service ${stranger}`);
}

/** Lines that a command prints, whether or not it fails. */
async function said(command: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const text = await new Promise<string>((resolve) => {
    const options = { cwd: PACKAGE_ROOT, env, timeout: 60_000 };
    execFile('sh', ['-c', command], options, (_failure, stdout, stderr) => resolve(stdout + stderr));
  });
  return text.split('\n').filter((line) => line !== '' && !line.includes('level=warning'));
}

/** A daemon without containers, which does nothing. */
function answerTo(url: string): { status: number; body: string } {
  if (url.includes('/_ping')) return { status: 200, body: 'OK' };
  if (/\/(containers|images)\/json/.test(url) || /\/networks(\?|$)/.test(url)) return { status: 200, body: '[]' };
  if (/\/volumes(\?|$)/.test(url)) return { status: 200, body: '{"Volumes":[]}' };
  if (/\/(version|info)(\?|$)/.test(url))
    return { status: 200, body: '{"ApiVersion":"1.54","Os":"linux","OSType":"linux"}' };
  return { status: 500, body: '{"message":"nothing is done here"}' };
}
