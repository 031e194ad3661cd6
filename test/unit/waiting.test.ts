import { WORKFLOWS } from '../../contracts/workflow-messages';
import { WAITING_NAMES, waitingOf } from '../../domain/waiting';
import { sandboxFiles } from '../support/store-source';

test('each type of workflow has rows that wait for it, but the one that a schedule starts again', () => {
  const waited = new Set(WAITING_NAMES.flatMap((name) => waitingOf(name).workflows));
  expect(Object.keys(WORKFLOWS).filter((type) => !waited.has(type as keyof typeof WORKFLOWS))).toEqual([
    'paymentSweep',
  ]);
});

/** A loop whose end its number of rounds does not say. */
const LOOP = /\bfor \(;;\)|\bwhile \(/;
const WAIT = /\b(?:sleep|condition)\(/;

test('a workflow that waits in a loop continues as new before its history is too long', () => {
  const files = sandboxFiles().filter(({ path }) => path.startsWith('workflows/'));
  const waiting = files.filter(({ text }) => LOOP.test(text) && WAIT.test(text));
  expect(waiting.map(({ path }) => path)).toEqual(
    ['erasure', 'payment', 'payout', 'reservation'].map((name) => `workflows/${name}.ts`),
  );
  expect(waiting.filter(({ text }) => !text.includes('continueAsNewSuggested')).map(({ path }) => path)).toEqual([]);
});
