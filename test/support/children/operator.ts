import { setTimeout as sleep } from 'node:timers/promises';
import { failureText, readOperatorEnvironment, createProgram } from '../../../admin/main';
import type { AskedCommand, CommandResult } from '../operator';

class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/** Idle connections that clients keep for reuse close sooner than this. */
const ENDS_WITHIN_MS = 20_000;

process.exit = (code) => {
  throw new Exit(Number(code ?? process.exitCode ?? 0));
};
process.on('message', (asked: AskedCommand) => void run(asked).then((result) => process.send!(result)));
// Node opens these streams on first access, so open them before counting resources.
void [process.stdout, process.stderr];
// The channel to the parent process counts as a resource once it has a listener.
const idle = countOf(process.getActiveResourcesInfo());

/**
 * Runs a command as admin/main does. Returns its output, its exit code and the resources that would keep the process
 * alive.
 */
async function run({ args, env }: AskedCommand): Promise<CommandResult> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const printed = { stdout: '', stderr: '' };
  const [stdout, stderr] = [capture('stdout', printed), capture('stderr', printed)];
  try {
    readOperatorEnvironment();
    await (await createProgram(args)).parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = error instanceof Exit ? error.code : 1;
    if (!(error instanceof Exit)) printed.stderr += `${failureText(error as Error)}\n`;
  }
  stdout();
  stderr();
  return { status: process.exitCode ?? 0, ...printed, leftOpen: await leftOpen() };
}

function capture(name: 'stdout' | 'stderr', into: Record<typeof name, string>): () => void {
  const original = process[name].write;
  process[name].write = (text: string) => {
    into[name] += text;
    return true;
  };
  return () => void (process[name].write = original);
}

/** Resources of the command that keep the event loop alive even after ENDS_WITHIN_MS. */
async function leftOpen(): Promise<string[]> {
  for (const until = Date.now() + ENDS_WITHIN_MS; ; await sleep(20)) {
    const now = Object.entries(countOf(process.getActiveResourcesInfo()));
    const more = now.filter(([name, count]) => count > (idle[name] ?? 0)).map(([name]) => name);
    if (more.length === 0 || Date.now() > until) return more;
  }
}

function countOf(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
