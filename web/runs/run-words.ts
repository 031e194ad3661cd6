import type { RunStatusName, Stage } from '../../contracts/runs';
import { kindOf, type RunProgress } from '../../domain/run-kinds';
import type { Run } from '../../store/runs/row';
import type { Tone } from '../components/badge';

/** Status in words, with the tone of its badge. */
export const STATUS_WORDS: Record<RunStatusName, { label: string; tone: Tone }> = {
  queued: { label: 'Waiting to start', tone: 'accent' },
  running: { label: 'Running', tone: 'accent' },
  canceling: { label: 'Stopping', tone: 'warn' },
  completed: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'warn' },
  expired: { label: 'Not started', tone: 'bad' },
};

const STAGE_WORDS: Record<Stage, string> = {
  queued: 'Waiting for a free research agent',
  researching: 'Researching',
  validating: 'Checking the findings',
  rendering: 'Writing the dossier',
  done: 'Done',
};

const PROGRESS_WORDS: Record<RunProgress, (done: number, total: number) => string> = {
  stages: (done, total) => `step ${done + 1} of ${total}`,
  candidates: (done, total) => `${done} of ${total} ideas settled`,
};

/** Work under way, in one sentence. */
export function progressWords({ status, stage, progressDone, progressTotal, kind, review }: Run): string {
  if (status === 'canceling') return 'Stopping the research';
  if (status === 'queued' && review)
    return 'Waiting for our review: your last runs failed, and their credits came back';
  if (status === 'queued') return STAGE_WORDS.queued;
  return `${STAGE_WORDS[stage]}: ${PROGRESS_WORDS[kindOf({ kind }).progress](progressDone, progressTotal)}`;
}
