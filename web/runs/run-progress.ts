import { exclusionReason, type CandidateStatus } from '../../contracts/candidates';
import { STAGES } from '../../contracts/runs';
import { kindOf } from '../../domain/run-kinds';
import { html, type Fragment, type Markup } from '../../platform/html';
import type { ApiDeps } from '../../http/deps';
import { listCandidates } from '../../store/runs/read-candidates';
import type { Candidate, Run } from '../../store/runs/row';
import { badge, type Tone } from '../components/badge';
import { localTime } from '../components/local-time';
import { progressBar, stages } from '../components/progress';
import { progressWords } from './run-words';

const STEPS = ['Waiting', 'Researching', 'Checking', 'Writing the dossier', 'Ready'];

/** Candidates of a run as they are planned and settled; empty for kinds without. */
export function candidatesOf({ db }: ApiDeps, run: Run): Promise<Candidate[]> {
  return kindOf(run).progress === 'candidates' ? listCandidates(db, run.id) : Promise.resolve([]);
}

/** Progress of a run that has not ended: what the page shows, and what the stream of its events replaces it by. */
export function progressView(run: Run, candidates: readonly Candidate[]): Markup {
  const { stage, progressDone, progressTotal, startedAt, createdAt, deadlineAt } = run;
  return html`${stages('Steps of the research', STEPS, STAGES.indexOf(stage))}
    ${progressBar('run-progress', { label: progressWords(run), done: progressDone, total: progressTotal, note: '' })}
    <p class="soft">
      ${startedAt ? html`Started ${localTime(startedAt, 'time')}` : html`Ordered ${localTime(createdAt, 'time')}`}${
        deadlineAt && html`, done by ${localTime(deadlineAt, 'time')} at the latest`
      }.
    </p>
    ${candidateList(candidates, false)}`;
}

const CANDIDATE_WORDS: Record<CandidateStatus, { label: string; tone: Tone }> = {
  planned: { label: 'Being researched', tone: 'accent' },
  passed: { label: 'Researched', tone: 'good' },
  excluded: { label: 'Left out', tone: 'warn' },
};

/** Ideas of a search with what became of each; `ended` where nothing is researched any more. */
export function candidateList(candidates: readonly Candidate[], ended: boolean): Fragment {
  if (candidates.length === 0) return null;
  return html`<h2>Ideas</h2>
    <ol class="candidates">
      ${candidates.map(
        ({ title, status, reason }) =>
          html`<li>
            <span dir="auto">${title}</span>
            ${status === 'planned' && ended ? badge('Not researched', 'plain') : stateOf(status)}
            ${reason && html`<span class="soft">${exclusionReason(reason)}</span>`}
          </li>`,
      )}
    </ol>`;
}

function stateOf(status: CandidateStatus): Markup {
  const { label, tone } = CANDIDATE_WORDS[status];
  return badge(label, tone);
}
