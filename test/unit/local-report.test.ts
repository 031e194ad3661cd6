import { setTimeout as sleep } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import { report } from '../../local/report';
import { together } from '../../local/together';

function reported() {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { steps: report(stream, false), said: () => text };
}

/** A healthy part that would take long. */
const healthy = (signal: AbortSignal) => sleep(60_000, undefined, { signal }).catch(() => signal.throwIfAborted());

test('where one part fails, the healthy ones are said to be stopped, not to have failed', async () => {
  const { steps, said } = reported();
  const start = together(undefined, (signal) => [
    steps.step('PostgreSQL', () => healthy(signal)),
    Promise.reject(new Error('No Temporal server is available.')),
    steps.step('mail stand-in', () => healthy(signal)),
  ]);
  await expect(start).rejects.toThrow('No Temporal server');
  expect(said()).toMatch(/stopped PostgreSQL/);
  expect(said()).toMatch(/stopped mail stand-in/);
  expect(said()).not.toContain('failed');
});

test('the part that failed is named as such', async () => {
  const { steps, said } = reported();
  const start = together(undefined, (signal) => [
    steps.step('migrate', () => Promise.reject(new Error('no such table'))),
    steps.step('PostgreSQL', () => healthy(signal)),
  ]);
  await expect(start).rejects.toThrow('no such table');
  expect(said()).toMatch(/failed migrate/);
  expect(said()).toMatch(/stopped PostgreSQL/);
});

test('a start that is canceled stops its parts', async () => {
  const { steps, said } = reported();
  const ctrlC = new AbortController();
  const start = together(ctrlC.signal, (signal) => [steps.step('PostgreSQL', () => healthy(signal))]);
  ctrlC.abort(new Error('stopped by SIGINT'));
  await expect(start).rejects.toThrow('stopped by SIGINT');
  expect(said()).toMatch(/stopped PostgreSQL/);
});
