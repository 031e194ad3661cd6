import { keepChild, type KeptChild } from './kept-child';

/** A command for a process of operators. */
export interface AskedCommand {
  args: string[];
  env: NodeJS.ProcessEnv;
}

/** What its process printed, and its exit code. */
export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
  /** Kinds of what would have kept the process from ending. */
  leftOpen: string[];
}

const idle: KeptChild[] = [];

/**
 * Runs `npm run admin -- …args` with these variables alone and returns what it printed. The process is kept for the next
 * command, since loading one costs more than most commands do; commands at the same time have a process each.
 *
 * @throws Error where the command would not have ended by itself
 */
export async function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const child = idle.pop() ?? keepChild('operator');
  const asked: AskedCommand = { args, env: { PATH: process.env.PATH, LOCAL_DIR: '/nonexistent', ...env } };
  const result = await child.ask<CommandResult>(asked);
  if (result.leftOpen.length > 0) {
    child.kill();
    throw new Error(`admin ${args.join(' ')} would not have ended: ${result.leftOpen.join(', ')}`);
  }
  idle.push(child);
  return result;
}

/** The one JSON value that a command prints with `--json`. @throws Error with what it says where it exits with a code */
export async function adminJson<T = Record<string, unknown>>(args: string[], env: NodeJS.ProcessEnv): Promise<T> {
  const { status, stdout, stderr } = await runAdmin([...args, '--json'], env);
  if (status !== 0) throw new Error(stderr + stdout);
  return JSON.parse(stdout) as T;
}
