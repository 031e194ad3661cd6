import { spawnSync } from 'node:child_process';
import { WORKER_START } from '../../platform/worker-start';

const statusOf = (...options: string[]) => spawnSync(process.execPath, [...options, '--eval', '']).status;

// Run by CI on each supported version: a worker would not start on one that has lost an option of V8.
test('this version of Node takes the options that a worker is started with', () => {
  expect(statusOf(...WORKER_START.options)).toBe(0);
  expect(statusOf('--no-such-option-of-v8')).not.toBe(0);
});
