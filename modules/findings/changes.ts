import { DIMENSIONS, type Changes, type Findings } from './contract/findings';
import { wordsOf } from './rules/texts';

/** Compares findings with those of an earlier run of the same kind. Pure. */
export function changesOf(before: Findings, after: Omit<Findings, 'changes'>): Changes {
  const { runId, generatedAt } = before;
  const compared = after.kind === 'custom_search' ? { ideas: ideasOf(before, after) } : researchOf(before, after);
  return { runId, generatedAt, ...compared };
}

function researchOf(before: Findings, after: Omit<Findings, 'changes'>) {
  const [cited, citedNow] = [pagesOf(before), pagesOf(after)];
  return {
    verdict: { before: calledOf(before), after: calledOf(after) },
    scores: DIMENSIONS.map((dimension) => ({
      dimension,
      before: before.dimensions[dimension].score,
      after: after.dimensions[dimension].score,
    })),
    sources: {
      new: [...citedNow].filter((page) => !cited.has(page)),
      gone: [...cited].filter((page) => !citedNow.has(page)),
      kept: [...citedNow].filter((page) => cited.has(page)),
    },
  };
}

const calledOf = ({ verdict: { recommendation, score } }: Pick<Findings, 'verdict'>) => ({ recommendation, score });

/** URLs of the cited pages, without duplicates or fragments. */
const pagesOf = ({ evidence }: Pick<Findings, 'evidence'>) =>
  new Set(evidence.map(({ sourceUrl }) => sourceUrl.split('#', 1)[0]!));

/** Compares the ranked ideas of two searches. Relies on findings to list candidates in rank order. */
function ideasOf({ candidates: old = [] }: Findings, { candidates: now = [] }: Omit<Findings, 'changes'>) {
  const ranked = (all: typeof now) => new Map(all.map(({ title }, i) => [keyOf(title), { title, rank: i + 1 }]));
  const [before, after] = [ranked(old), ranked(now)];
  return {
    new: [...after].flatMap(([key, idea]) => (before.has(key) ? [] : [idea])),
    kept: [...after].flatMap(([key, { title, rank }]) => {
      const earlier = before.get(key);
      return earlier ? [{ title, before: earlier.rank, after: rank }] : [];
    }),
    dropped: [...before].flatMap(([key, idea]) => (after.has(key) ? [] : [idea])),
  };
}

/** Ideas are the same if their titles have the same words, regardless of case and punctuation. */
const keyOf = (title: string) => wordsOf(title).join(' ') || title;
