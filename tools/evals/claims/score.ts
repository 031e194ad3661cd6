import { SUPPORTS, type Support } from '../../../contracts/findings-parts';
import { table } from '../report';
import { LANGUAGES, type ClaimPair } from './labelled-excerpts';

/** A pair with what the reader said of it: null where it gave no judgement, which agrees with no label. */
export interface JudgedPair {
  pair: ClaimPair;
  answer: Support | null;
  costMicros: number;
}

type Language = (typeof LANGUAGES)[number];
type Answer = Support | 'none';

/** How a reader did. Shares are percent with one decimal, rounded down: what is called 90 is no less. */
export interface ClaimScore {
  pairs: number;
  agreement: number;
  byLabel: Record<Support, number>;
  byLanguage: Record<Language, number>;
  /** Number of pairs by label, then by answer. */
  confusion: Record<Support, Record<Answer, number>>;
  /** Pairs that were judged otherwise than they are labelled. */
  disagreed: { language: Language; claim: string; label: Support; answer: Answer }[];
  /** At list prices. */
  costMicros: number;
}

const ANSWERS: readonly Answer[] = [...SUPPORTS, 'none'];

/** Scores judgements against the labels of their pairs. */
export function score(judged: readonly JudgedPair[]): ClaimScore {
  const labelled = (label: Support) => judged.filter(({ pair }) => pair.label === label);
  return {
    pairs: judged.length,
    agreement: agreementOf(judged),
    byLabel: keyed(SUPPORTS, (label) => agreementOf(labelled(label))),
    byLanguage: keyed(LANGUAGES, (language) => agreementOf(judged.filter(({ pair }) => pair.language === language))),
    confusion: keyed(SUPPORTS, (label) =>
      keyed(ANSWERS, (answer) => labelled(label).filter((each) => answerOf(each) === answer).length),
    ),
    disagreed: judged
      .filter((each) => !agrees(each))
      .map((each) => {
        const { language, claim, label } = each.pair;
        return { language, claim, label, answer: answerOf(each) };
      }),
    costMicros: judged.reduce((sum, { costMicros }) => sum + costMicros, 0),
  };
}

/** The score as a person reads it. */
export function scoreReport(name: string, scored: ClaimScore): string {
  const { pairs, agreement, byLabel, byLanguage, confusion, disagreed } = scored;
  const rows = SUPPORTS.map((label) => [
    label,
    ...ANSWERS.map((answer) => String(confusion[label][answer])),
    `${byLabel[label]}%`,
  ]);
  return [
    `${name}: agrees with ${agreement}% of ${pairs} labelled pairs`,
    '',
    table(['labelled', ...ANSWERS, 'agreement'], rows),
    '',
    table(
      ['language', 'agreement'],
      LANGUAGES.map((language) => [language, `${byLanguage[language]}%`]),
    ),
    ...(disagreed.length > 0 ? ['', 'Judged otherwise:'] : []),
    ...disagreed.map(({ language, label, answer, claim }) => `  ${language}, ${label} as ${answer}: ${claim}`),
  ].join('\n');
}

function agreementOf(judged: readonly JudgedPair[]): number {
  return judged.length === 0 ? 0 : Math.floor((1_000 * judged.filter(agrees).length) / judged.length) / 10;
}

const agrees = ({ pair, answer }: JudgedPair) => answer === pair.label;
const answerOf = ({ answer }: JudgedPair): Answer => answer ?? 'none';

function keyed<Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;
}
