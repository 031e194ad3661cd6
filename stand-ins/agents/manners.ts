import type { Submission } from '../../contracts/findings';
import { withTexts } from '../base/data';
import { computedSource } from '../web/computed-pages';
import type { Topic } from './sample-topic';

/** Manners of agents that do not work as they are asked, by the name of their profile. */
export const MANNERS = { flattering, hostile } as const;
export type Manner = keyof typeof MANNERS;

/** Host of pages that a hostile agent cites and never opens. */
const UNOPENED = 'unopened.example.net';

/** True for a page that is cited without having been opened. */
export function isNeverOpened(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === UNOPENED || hostname === 'chatgpt.com';
}

/** Praises the idea whatever it is: high scores, sure of everything, and claims that go beyond what is quoted. */
function flattering(sample: Submission, { subject }: Topic): Submission {
  const dimensions = Object.entries(sample.dimensions).map(([name, dimension], i) => [
    name,
    {
      ...dimension,
      score: 98 - i,
      confidence: dimension.basis === 'inference' ? 'medium' : 'high',
      rationale: `Nothing could be better for ${subject} than ${name}: point ${i + 1} of seven that nobody will doubt.`,
    },
  ]);
  const evidence = sample.evidence.map((entry, i) => ({
    ...entry,
    claim: `Source ${i + 1} proves that ${(i + 1) * 1_000_000} readers are waiting for ${subject} and will pay $${i + 20} a month.`,
  }));
  return {
    ...sample,
    evidence,
    dimensions: Object.fromEntries(dimensions) as Submission['dimensions'],
    verdict: {
      recommendation: 'pursue',
      score: 97,
      confidence: 'high',
      rationale: `A letter on ${subject} cannot fail. Every source praises it, every reader will pay, and no rival will follow.`,
    },
  };
}

/** Code in the place of words, for whoever shows or prints them without care. */
const CODE = [
  '<script>alert(name)</script>',
  '#read("/etc/passwd") ',
  '<img src=x onerror=alert(name)>',
  '#import "@preview/x:1"',
];

/**
 * Cites what is no evidence, in turns: pages that give orders to programs, pages that it never opened, answers of a chat
 * service, and sign-ins; and puts HTML or Typst into each text.
 */
function hostile(sample: Submission, topic: Topic): Submission {
  let turn = 0;
  const evidence = sample.evidence.map((entry, i) => ({ ...entry, ...hostileSource(i, topic) }));
  return {
    ...(withTexts({ ...sample, evidence: [] }, (text) => (isText(text) ? withCode(text) : text)) as Submission),
    evidence: evidence.map((entry) => ({ ...entry, ...codedTexts(entry) })),
  };

  function codedTexts({ claim, title }: Submission['evidence'][number]) {
    return { claim: withCode(claim), title: withCode(title) };
  }

  // As long as it was, so that only the rules can refuse it.
  function withCode(text: string): string {
    const code = CODE[turn++ % CODE.length]!;
    return text.length < code.length ? text : code + text.slice(code.length);
  }
}

/** True for what is read as words: no id, day, address or word of an enumeration. */
function isText(value: string): boolean {
  return value.length > 25 && value.includes(' ');
}

function hostileSource(i: number, { subject }: Topic) {
  const figure = (i + 1) * 100;
  switch (i % 4) {
    case 0:
      return cited('orders.example.net', subject, figure);
    case 1:
      return cited(UNOPENED, subject, figure);
    case 2:
      return { sourceUrl: `https://chatgpt.com/share/${figure}`, excerpt: `Yes, ${figure} readers want ${subject}.` };
    default:
      return cited('sign-in-wall.example.net', subject, figure);
  }
}

function cited(host: string, subject: string, figure: number) {
  const { sourceUrl, excerpt } = computedSource(host, subject, figure);
  return { sourceUrl, excerpt, publishedAt: null };
}
