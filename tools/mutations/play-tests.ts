import { join, relative } from 'node:path';
import { launch, type Launched } from '../../local/process/launch';
import { NEWS, type News } from './reporter';

/** What became of tests: all passed, one failed by an assertion, or something else was wrong. */
export type Played = { as: 'passed'; tests: number } | { as: 'failed'; test: string; file: string } | Broken;

/** Neither a pass nor the failure of a promise. */
export interface Broken {
  as: 'broken';
  why: string;
}

/** Time for Jest to end by itself once it is asked to. */
const STOP_WITHIN_MS = 5_000;

/**
 * Plays test files of a checkout with Jest, and ends it at the first failed assertion, which Jest itself would do only at
 * the end of the file. A test that fails otherwise decides nothing: one that follows may still fail by an assertion.
 *
 * @throws the reason of the signal if it is aborted
 */
export async function playTests(
  checkout: string,
  files: readonly string[],
  { env, options, signal }: { env: NodeJS.ProcessEnv; options: string[]; signal: AbortSignal },
): Promise<Played> {
  let failed: Played | null = null;
  let broken: string | null = null;
  let passed = 0;
  let running: Launched | null = null;
  const output: string[] = [];

  const hear = (line: string) => {
    if (!line.startsWith(NEWS)) {
      output.push(line);
      return;
    }
    const news = JSON.parse(line.slice(NEWS.length)) as News;
    const file = relative(checkout, news.file);
    if (news.about === 'file') broken ??= `${file} cannot be played: ${firstLines(news.message)}`;
    else if (!news.failed) passed += 1;
    else if (news.asserted) {
      failed ??= { as: 'failed', test: news.test, file };
      running?.kill();
    } else broken ??= `"${news.test}" failed, but not by an assertion: ${firstLines(news.message)}`;
  };

  signal.throwIfAborted();
  running = await launch(jest(checkout, files, options, env), hear);
  const stop = () => running?.kill();
  signal.addEventListener('abort', stop, { once: true });
  const { code } = await running.exited;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (failed) return failed;
  if (broken) return { as: 'broken', why: broken };
  if (code === 0 && passed > 0) return { as: 'passed', tests: passed };
  return { as: 'broken', why: `Jest ended with ${code} after ${passed} tests: ${firstLines(output.join('\n'))}` };
}

function jest(checkout: string, files: readonly string[], options: string[], env: NodeJS.ProcessEnv) {
  const ours = ['--ci', '--forceExit', '--reporters', join(checkout, 'dist', 'tools', 'mutations', 'reporter.js')];
  // Thrown away with the checkout, whose path is part of every key.
  const cache = ['--cacheDirectory', join(checkout, '.jest-cache')];
  return {
    command: process.execPath,
    args: [
      join(checkout, 'node_modules', 'jest', 'bin', 'jest.js'),
      ...[...ours, ...cache, '--rootDir', checkout, '--config', join(checkout, 'jest.config.js')],
      ...[...options, '--runTestsByPath', ...files.map((file) => join(checkout, file))],
    ],
    env,
    stopWithinMs: STOP_WITHIN_MS,
  };
}

/** The first lines of a text that say something, without colours, on one line. */
export function firstLines(text: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal
  const plain = text.replaceAll(/\u001b\[[\d;]*m/gu, '');
  const lines = plain.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .slice(0, 3)
    .join(' ')
    .slice(0, 400);
}
