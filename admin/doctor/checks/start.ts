import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../../platform/package-root';
import { check, fail, ok, warn } from '../check';

const PROGRAMS = { api: 'server', worker: 'worker' } as const;
const WITHIN_MS = 14_000;

/** Starts the process that the doctor is asked about with `--check`, so that what it refuses is known before a deploy. */
export const start = check({
  name: 'start',
  cure: 'Correct these settings; docs/configuration.md has what each takes.',
  async run({ env, role }) {
    if (role === 'operator') return ok('Not asked about a process; --for api or --for worker checks its start.');
    const program = join(PACKAGE_ROOT, 'dist', PROGRAMS[role], 'main.js');
    const options = { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, timeout: WITHIN_MS };
    const failure = await promisify(execFile)(process.execPath, [program, '--check'], options).then(
      () => null,
      (error: { killed?: boolean; stderr?: string }) => error,
    );
    if (failure === null) return ok(`The ${role} starts with the settings here.`);
    if (failure.killed)
      return warn(`The ${role} did not answer in ${WITHIN_MS / 1_000} s.`, 'Ask again when less runs.');
    return fail(`The ${role} refuses to start: ${failure.stderr?.trim().replaceAll(/\s+/g, ' ')}`, start.cure);
  },
});
