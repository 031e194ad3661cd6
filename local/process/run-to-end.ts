import { launch, type Program } from './launch';
import type { Output } from './supervise';

/**
 * Runs a program and waits for its end.
 *
 * @throws Error if it does not exit with code 0 (the message ends with its last lines), or the signal is aborted
 */
export async function runToEnd(name: string, program: Program, output: Output, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let tail: string[] = [];
  const launched = await launch(program, (line) => {
    tail = [...tail, line].slice(-15);
    output.line(name, line);
  });
  const stop = () => void launched.stop();
  signal?.addEventListener('abort', stop, { once: true });
  const exit = await launched.exited;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (exit.code !== 0)
    throw new Error(`${name} failed (${exit.signal ?? `exit code ${exit.code}`})\n${tail.join('\n')}`);
}
