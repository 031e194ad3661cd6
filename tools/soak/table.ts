import { percentile, type Tally } from '../cluster/tally';
import { growthOf, isGrowing, isSwelling, roomOfRuns } from './growth';
import { PARTS, type Look } from './looks';

const COLUMNS = ['minute', ...PARTS, 'database', 'backlog', 'asked', 'ended', 'p95 s'];

/** Head of the table that a soak prints; memory and database are MB, of parts with more than one process their mean. */
export const TABLE_HEAD = COLUMNS.map((name) => name.padStart(9)).join('');
export const CSV_HEAD = `${COLUMNS.join(',').replace('p95 s', 'p95_s')}\n`;
export const MEMORY_CSV_HEAD = 'minute,part,pid,mb\n';

/** A look as a row of the table. */
export function rowOf(look: Look, tally: Tally): string {
  return cellsOf(look, tally)
    .map((cell) => cell.padStart(9))
    .join('');
}

/** A look as a row of soak.csv. */
export function csvOf(look: Look, tally: Tally): string {
  return `${cellsOf(look, tally).join(',')}\n`;
}

/** Its processes as rows of soak-memory.csv: what the verdict on memory is made of. */
export function memoryCsvOf({ at, memory }: Look): string {
  const minute = (at * 60).toFixed(1);
  const rows = PARTS.flatMap((part) =>
    memory[part].map(({ pid, mb }) => `${minute},${part},${pid},${mb.toFixed(1)}\n`),
  );
  return rows.join('');
}

function cellsOf({ at, memory, disk, backlog }: Look, { asked }: Tally): string[] {
  // Of the last thousand: what came before stands in the rows before.
  const times = asked.slice(-1_000).flatMap(({ what, tookMs }) => (what === 'evaluation' && tookMs ? [tookMs] : []));
  const p95 = percentile(times, 0.95);
  const mean = (points: { mb: number }[]) => points.reduce((sum, { mb }) => sum + mb, 0) / points.length;
  return [
    (at * 60).toFixed(0),
    ...PARTS.map((part) => (memory[part].length === 0 ? '–' : mean(memory[part]).toFixed(0))),
    disk.mb.toFixed(0),
    String(backlog),
    String(asked.length),
    String(asked.filter(({ tookMs }) => tookMs !== null).length),
    p95 === null ? '–' : (p95 / 1_000).toFixed(1),
  ];
}

/** What grows, and in words how everything moved. */
export function verdictOf(looks: readonly Look[]): { lines: string[]; grows: string[] } {
  const parts = PARTS.map((part) => ({ part, growth: growthOf(looks.flatMap(({ memory }) => memory[part])) }));
  const room = roomOfRuns(looks.map(({ disk }) => disk));
  const lines = parts.map(({ part, growth }) => {
    const { medianMb, mbAnHour } = growth;
    const moved = mbAnHour === null ? 'seen for too short' : `${mbAnHour.toFixed(1)} MB an hour`;
    return `${part}: ${medianMb.toFixed(0)} MB, ${moved}${isGrowing(growth) ? ': it grows' : ''}`;
  });
  const roomSaid = room
    ? `${room.first.toFixed(0)} kB a run in the first half, ${room.second.toFixed(0)} kB in the second`
    : 'too few runs to tell';
  return {
    lines: [...lines, `database: ${roomSaid}${isSwelling(room) ? ': it swells' : ''}`],
    grows: [
      ...parts.filter(({ growth }) => isGrowing(growth)).map(({ part }) => part as string),
      ...(isSwelling(room) ? ['database'] : []),
    ],
  };
}
