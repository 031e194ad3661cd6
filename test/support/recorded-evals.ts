import { join } from 'node:path';
import { EVAL_BRIEFS } from '../../tools/evals/briefs';
import { measure } from '../../tools/evals/measure';
import type { Play } from '../../tools/evals/play';
import { readRecordings } from '../../tools/evals/recordings';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** Folder of recorded plays. */
export const RECORDED = join(PACKAGE_ROOT, 'test', 'fixtures', 'evals');
const recordings = readRecordings(RECORDED);
/** Brief of a name. */
export const briefOf = (name: string) => EVAL_BRIEFS.find((brief) => brief.name === name)!;
/** Recorded play of a brief. */
export const recorded = (name: string): Play => recordings.find(({ brief }) => brief === name)!;
/** Measures of a recorded play, changed by `more`, with the flaws of its day. */
export const measured = (name: string, more: Partial<Play> = {}) =>
  measure(briefOf(name), { ...recorded(name), ...more }, (payload) => flawsAsRecorded(payload));

/** Flaws that a recording holds for a payload: the rules of its day. */
function flawsAsRecorded(payload: unknown) {
  const handIns = recordings.flatMap((play) => play.handIns);
  return handIns.find((handIn) => handIn.payload === payload)?.flaws ?? [];
}
