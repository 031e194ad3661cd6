import type { Submission } from '../../contracts/findings';
import { ownDice, rotated, type Material } from './sample-parts';
import { clip } from './sample-words';

type Risk = Submission['risks'][number];

/** Risks with what to do about each, how it shows early, and when to stop. */
const RISKS: [title: (subject: string) => string, mitigation: string, signal: string, stop: string][] = [
  [
    (s) => `The supply of material on ${s} dries up`,
    'List fifty issues before writing the first, and stop if the list ends at twenty.',
    'On a Friday fewer than five ideas for coming issues are left.',
    'The list of issues worth writing has fewer than twenty entries.',
  ],
  [
    () => 'One platform brings most of the subscribers',
    'Own the list of addresses from day one, and keep a second channel alive even while the first works.',
    'One referrer brings more than seven of ten sign-ups in a week.',
    'A second channel has not brought a fifth of the subscribers.',
  ],
  [
    (s) => `Advice about ${s} touches regulated ground`,
    'Ask a professional once, in writing, what may be published and how it has to be labeled.',
    'A lawyer, a platform or a regulator writes for the first time.',
    'The question of what may be published is still open.',
  ],
  [
    (s) => `A large title starts its own section on ${s}`,
    'Publish what a large title will not: names, prices, and the cases that went wrong.',
    'A competitor advertises for an editor in this field.',
    'Opens have fallen by a third since a competitor’s launch.',
  ],
  [
    (s) => `Readers leave once their question about ${s} is settled`,
    'Sell the decision first, then offer a yearly update in place of a monthly fee.',
    'Opens drop after the third issue that a subscriber receives.',
    'More people leave than join, two months in a row.',
  ],
  [
    () => 'The writing takes twice the planned hours',
    'Fix the format of an issue, cap it at 900 words, and keep two finished issues in reserve.',
    'Two issues in a row go out on the day they were finished.',
    'An issue still takes more than ten hours.',
  ],
];

/** Levels by their weight, from 1. */
const RANKS = [null, 'low', 'medium', 'high'] as const;

const chosen = (material: Material) => rotated(RISKS, 3, ownDice(material, 'risks'));

/** Three risks, each with a mitigation for this month. */
export function risks(material: Material): Submission['risks'] {
  const dice = ownDice(material, 'levels of risks');
  return chosen(material).map(([title, mitigation]) => {
    const [likelihood, impact] = [dice.between(1, 3), dice.between(1, 3)];
    const product = likelihood * impact;
    const severity = product >= 6 ? 'high' : product >= 3 ? 'medium' : 'low';
    return {
      title: clip(title(material.subject), 160),
      severity,
      likelihood: RANKS[likelihood] as Risk['severity'],
      impact: RANKS[impact] as Risk['severity'],
      mitigation,
    };
  });
}

/** The early signal of each of {@link risks}, and when to stop. */
export function riskSignals(material: Material): Required<Pick<Risk, 'signal' | 'stop'>>[] {
  const dice = ownDice(material, 'signals of risks');
  return chosen(material).map(([, , signal, condition]) => ({
    signal,
    stop: { byDay: dice.between(1, 12) * 30, condition },
  }));
}
