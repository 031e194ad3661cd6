import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PACKAGE_ROOT } from '../../../platform/package-root';
import { commandsOf } from '../../../test/support/runbook';

/** Page and section that say what the pages' commands mean in each deployment. */
const SHELL = { path: 'operations.md', section: 'A shell for the runbook' } as const;

/** Pastes commands of a page. */
export interface Shell {
  /** Resolves with what they print. @throws Error if one fails */
  paste(commands: string): Promise<string>;
  /** The same where a failure is what is looked for, such as that of the doctor. */
  look(commands: string): Promise<string>;
  /** Ends what commands left running. */
  close(): void;
}

/** A shell in the checkout with the functions of {@link SHELL} for the bare cluster. */
export function openShell(env: NodeJS.ProcessEnv): Shell {
  const groups: number[] = [];
  const run = async (options: string, commands: string) => {
    const prepared = commandsOf(SHELL.path, SHELL.section, 'cluster');
    const script = `set ${options}\n${prepared}\n${commands}`;
    const child = spawn('sh', ['-c', script], {
      cwd: PACKAGE_ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    groups.push(child.pid!);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  };
  return {
    async paste(commands) {
      const { code, output } = await run('-e', commands);
      if (code === 0) return output;
      throw new Error(`This did not do what the page says:\n${commands}\n\n${output.slice(-2_000)}`);
    },
    look: async (commands) => (await run('+e', commands)).output,
    close() {
      for (const group of groups) {
        try {
          process.kill(-group, 'SIGTERM');
        } catch {
          // It ended with its shell.
        }
      }
    },
  };
}
