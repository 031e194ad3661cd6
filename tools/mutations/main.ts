/** `npm run mutations`: breaks promises of the product on purpose, one at a time, and shows that a test catches each. */
import { CommanderError } from 'commander';
import { onOrphaned } from '../../local/process/on-orphaned';
import { runMutations } from './run-mutations';

const stopped = new AbortController();
const stop = (cause: string) => stopped.abort(new Error(`stopped by ${cause}`));
// A second signal ends it at once, and leaves the copy to whoever cleans the folder of temporary files.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, stop);
onOrphaned(() => stop('the end of npm'));

runMutations(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`), stopped.signal).then(
  (code) => process.exit(code),
  (error: Error) => {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    process.stderr.write(`${error.message}\n`);
    process.exit(stopped.signal.aborted ? 130 : 2);
  },
);
