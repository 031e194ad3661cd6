import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildServer, buildSqlTool, type BuildContext } from './build';
import { lockUnlessFilled } from './cache-lock';
import { cachedServerProgram } from './release';

/** Programs of a production Temporal, as its images have them. */
export interface ServerPrograms {
  server: string;
  sqlTool: string;
}

/**
 * Finds the production server and its SQL tool in this user's cache, building them from the pinned Go module if
 * missing: half a minute once the CLI was built, minutes before. Concurrent calls build once.
 *
 * @throws Error if Go is missing or too old, or the build fails
 */
export async function serverPrograms(context: BuildContext): Promise<ServerPrograms> {
  const server = cachedServerProgram(context.env, 'temporal-server');
  const sqlTool = cachedServerProgram(context.env, 'temporal-sql-tool');
  await fill(server, buildServer, context);
  await fill(sqlTool, buildSqlTool, context);
  return { server, sqlTool };
}

async function fill(target: string, build: typeof buildServer, context: BuildContext): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const lock = await lockUnlessFilled(target, context.say, context.signal);
  if (lock === 'filled') return;
  try {
    await build(target, context);
  } catch (cause) {
    throw new Error(
      `The production Temporal server cannot be built: ${(cause as Error).message}\n` +
        'It needs Go 1.26.4 or newer with access to a Go module proxy.',
      { cause },
    );
  } finally {
    lock.release();
  }
}
