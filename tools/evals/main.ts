/** `npm run evals`: plays the fixed briefs through the research agent and says how good its findings are. */
import { CommanderError } from 'commander';
import { runEvals } from './run-evals';

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => stopped.abort(new Error(`stopped by ${name}`)));
}

runEvals(process.argv.slice(2), process.env, (text) => process.stdout.write(text), stopped.signal).then(
  (code) => process.exit(code),
  (error: Error) => {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    process.stderr.write(`${error.message}\n`);
    process.exit(stopped.signal.aborted ? 130 : 1);
  },
);
