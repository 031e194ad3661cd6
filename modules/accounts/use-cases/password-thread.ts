/** Entry point of the thread that estimates the strength of passwords. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { answerTasks } from '../../../base/task-thread';

/** `forms` are variants of one password, and each must be strong. `words` are words that an attacker would try. */
export type EstimateTask = { forms: string[]; words: string[] };
/** Why the password is refused, or null. */
export type EstimateAnswer = 'common' | 'own' | 'date' | null;

/** Minimum guesses to crack a password, as a power of ten. This is zxcvbn score 3, out of reach of online attacks. */
const MIN_GUESSES_LOG10 = 8;

/** We estimate only this many leading characters, because the cost is quadratic. They must be strong by themselves. */
const MAX_ESTIMATED = 40;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: MAX_ESTIMATED,
});

answerTasks(
  ({ forms, words }: EstimateTask): EstimateAnswer =>
    forms.map((form) => weaknessOf(form, words)).find((found) => found !== null) ?? null,
);

function weaknessOf(form: string, words: string[]): EstimateAnswer {
  const { guessesLog10, sequence } = zxcvbn.check(Array.from(form).slice(0, MAX_ESTIMATED).join(''), words);
  if (guessesLog10 >= MIN_GUESSES_LOG10) return null;
  if (sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return 'own';
  return sequence.some(({ pattern }) => pattern === 'date') ? 'date' : 'common';
}
