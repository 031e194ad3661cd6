import { firstSentence } from '../dossiers/model/text';
import type { EarlierResearch, EarlierSearch } from '../findings/contract/agents';
import { DIMENSIONS, type Findings } from '../findings/contract/findings';

/** Maximum size of an earlier run's result in a brief, in bytes of JSON. */
export const EARLIER_BYTES = 12_000;

/** Summarizes an earlier Idea Check for the agent that continues it, in at most {@link EARLIER_BYTES}. Pure. */
export function earlierResearch(findings: Findings): EarlierResearch {
  const { generatedAt, verdict, dimensions, evidence, limitations, wouldChange = [] } = findings;
  const { recommendation, score, confidence } = verdict;
  const head = {
    generatedAt,
    verdict: { recommendation, score, confidence },
    scores: Object.fromEntries(DIMENSIONS.map((name) => [name, dimensions[name].score])),
  };
  return within(head, {
    reasons: DIMENSIONS.map((dimension) => ({
      dimension,
      reason: firstSentence(dimensions[dimension].rationale, Infinity),
    })),
    wouldChange,
    sources: evidence.map(({ sourceUrl: url, claim }) => ({ url, claim })),
    limitations,
  });
}

/** Summarizes an earlier search for the agent that plans the next one, in at most {@link EARLIER_BYTES}. Pure. */
export function earlierSearch({ generatedAt, candidates = [] }: Findings): EarlierSearch {
  const ideas = candidates.map(({ title, verdict: { score, recommendation } }) => ({ title, score, recommendation }));
  return within({ generatedAt }, { ideas });
}

/** Adds as many entries to `head` as fit, taking from each list in turn. Never shortens an entry. */
function within<Head extends object, Lists extends Record<string, readonly object[] | readonly string[]>>(
  head: Head,
  lists: Lists,
): Head & Lists {
  const kept: Record<string, unknown[]> = Object.fromEntries(Object.keys(lists).map((name) => [name, []]));
  let left = EARLIER_BYTES - bytesOf({ ...head, ...kept });
  const longest = Math.max(...Object.values(lists).map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    for (const [name, entries] of Object.entries(lists)) {
      if (place >= entries.length) continue;
      const bytes = bytesOf(entries[place]) + 1;
      if (bytes > left) continue;
      kept[name]!.push(entries[place]);
      left -= bytes;
    }
  }
  return { ...head, ...kept } as Head & Lists;
}

/** Size in bytes as written in the brief, with `<` escaped. */
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value).replaceAll('<', '\\u003c'));
