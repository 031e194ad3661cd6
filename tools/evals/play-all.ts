import type { EvalBrief } from './briefs';
import { play, type Play, type Table } from './play';

/**
 * Plays briefs, `parallel` at a time, and hands each play over as it ends. The first brief that cannot even begin stops
 * the others: what keeps one session from starting (a wrong key, an outage) keeps them all from it.
 *
 * @throws the failure of that brief, once every session that had begun is stopped
 */
export async function playAll(
  briefs: readonly EvalBrief[],
  table: Table,
  parallel: number,
  onPlay: (played: Play) => void,
): Promise<Play[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([table.signal, failed.signal]);
  const waiting = [...briefs];
  const plays: Play[] = [];
  const seat = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const played = await play(next, { ...table, signal });
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
  return briefs.flatMap(({ name }) => plays.filter(({ brief }) => brief === name));
}
