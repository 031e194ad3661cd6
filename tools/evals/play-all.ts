import type { EvalBrief } from './eval-brief';
import { play, type Play, type Table } from './play';

/**
 * Plays briefs, each `rounds` times and `parallel` at a time, and hands each play over as it ends. The first brief that cannot even begin stops
 * the others: what keeps one session from starting (a wrong key, an outage) keeps them all from it.
 *
 * @throws the failure of that brief, once every session that had begun is stopped
 */
export async function playAll(
  briefs: readonly EvalBrief[],
  table: Table,
  { rounds, parallel }: { rounds: number; parallel: number },
  onPlay: (played: Play) => void,
): Promise<Play[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([table.signal, failed.signal]);
  // Round by round, so that what is interrupted has played most of the briefs.
  const waiting = Array.from({ length: rounds }, (_, i) => briefs.map((brief) => ({ brief, round: i + 1 }))).flat();
  const plays: Play[] = [];
  const seat = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const played = await play(next.brief, { ...table, signal }, next.round);
      plays.push(played);
      onPlay(played);
    }
  };
  const seats = await Promise.allSettled(
    Array.from({ length: parallel }, () =>
      seat().catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    ),
  );
  for (const ended of seats) if (ended.status === 'rejected') throw ended.reason;
  const ofBrief = (name: string) => plays.filter(({ brief }) => brief === name).toSorted((a, b) => a.round - b.round);
  return briefs.flatMap(({ name }) => ofBrief(name));
}
