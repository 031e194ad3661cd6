import { exclusionReason, type CandidateStatus } from '../../contracts/candidates';
import type { Portfolio } from '../../contracts/portfolio';
import { STAGES } from '../../contracts/runs';
import { kindOf } from '../../domain/run-kinds';
import { isSampleProvider } from '../../domain/samples';
import { RECOMMENDATION_LABELS } from '../../domain/verdict-words';
import { html, type Fragment, type Markup } from '../../platform/html';
import type { ApiDeps } from '../../http/deps';
import { listCandidates } from '../../store/runs/read-candidates';
import type { Candidate, Run } from '../../store/runs/row';
import { readTimeline } from '../../store/runs/timeline';
import type { TimelineEntry } from '../../contracts/timeline';
import { badge, type Tone } from '../components/badge';
import { localTime } from '../components/local-time';
import { scoreRing, VERDICT_TONES } from '../components/score-ring';
import { progressBar, stages } from '../components/progress';
import { timelineView } from './run-timeline';
import { progressWords } from './run-words';

const STEPS = ['Waiting', 'Researching', 'Checking', 'Writing the dossier', 'Ready'];

/** Candidates of a run as they are planned and settled; empty for kinds without. */
export function candidatesOf({ db }: ApiDeps, run: Run): Promise<Candidate[]> {
  return kindOf(run).progress === 'candidates' ? listCandidates(db, run.id) : Promise.resolve([]);
}

/** What is known of a run under way besides its row. */
export async function progressOf(
  deps: ApiDeps,
  run: Run,
): Promise<{ candidates: Candidate[]; timeline: TimelineEntry[] }> {
  const [candidates, timeline] = await Promise.all([candidatesOf(deps, run), readTimeline(deps.db, run)]);
  return { candidates, timeline: isSampleProvider(run.provider) ? timeline.map(withoutQuotations) : timeline };
}

/** The quotations of a sample are invented, and so is what was found of them. */
function withoutQuotations(entry: TimelineEntry): TimelineEntry {
  return entry.kind === 'check' ? { ...entry, detail: { ...entry.detail, quotations: null } } : entry;
}

/** Progress of a run that has not ended: what the page shows, and what the stream of its events replaces it by. */
export function progressView(
  run: Run,
  {
    candidates,
    timeline,
    typical,
  }: { candidates: readonly Candidate[]; timeline: readonly TimelineEntry[]; typical: number | null },
): Markup {
  const { stage, progressDone, progressTotal, startedAt, createdAt, deadlineAt } = run;
  return html`${stages('Steps of the research', STEPS, STAGES.indexOf(stage))}
    ${progressBar('run-progress', { label: progressWords(run), done: progressDone, total: progressTotal, note: '' })}
    <p class="soft">
      ${startedAt ? html`Started ${localTime(startedAt, 'time')}` : html`Ordered ${localTime(createdAt, 'time')}`}${
        deadlineAt && html`, done by ${localTime(deadlineAt, 'time')} at the latest`
      }.${typical !== null && ` Most like it take about ${typical === 1 ? 'a minute' : `${typical} minutes`}.`}
    </p>
    ${timelineView(timeline, { ended: false })} ${candidateList(candidates, { ended: false, portfolio: null })}`;
}

const CANDIDATE_WORDS: Record<CandidateStatus, { label: string; tone: Tone }> = {
  planned: { label: 'Being researched', tone: 'accent' },
  passed: { label: 'Researched', tone: 'good' },
  excluded: { label: 'Left out', tone: 'warn' },
};

/** Ideas of a finished search as its portfolio ranks them, with their scores; each leads to its place in the dossier. */
export function ranking(runId: string, { ranking: ranked }: Portfolio): Markup {
  return html`<h2>Ideas, ranked</h2>
    <ol class="candidates">
      ${ranked.map(({ rank, title, score, recommendation }) => {
        const tone = recommendation ? VERDICT_TONES[recommendation] : 'accent';
        return html`<li value="${rank}">
          <span class="ranked">
            ${scoreRing(Math.round(score), tone)}
            <a href="/account/runs/${runId}/dossier#candidate-${rank}" dir="auto">${title}</a>
            ${recommendation && badge(RECOMMENDATION_LABELS[recommendation], tone)}
          </span>
        </li>`;
      })}
    </ol>`;
}

/**
 * Ideas of a search with what became of each; `ended` where nothing is researched any more. What a portfolio ranks is left
 * to {@link ranking}.
 */
export function candidateList(
  candidates: readonly Candidate[],
  { ended, portfolio }: { ended: boolean; portfolio: Portfolio | null },
): Fragment {
  const ranked = new Set(portfolio?.ranking.map(({ candidateId }) => candidateId));
  const rest = candidates.filter(({ candidateId }) => !ranked.has(candidateId));
  if (rest.length === 0) return null;
  return html`<h2>${portfolio ? 'Ideas that are not ranked' : 'Ideas'}</h2>
    <ol class="candidates">
      ${rest.map(
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
