import { html, type Fragment, type Markup } from '../../base/html';
import type { ApiDeps } from '../../http/deps';
import type { Portfolio } from '../../modules/findings/contract/portfolio';
import {
  exclusionReason,
  placeOfCandidate,
  STAGES,
  type CandidateStatus,
  type Stage,
  type RunStatusName,
} from '../../modules/run-kinds/contract';
import { OFFERS } from '../../modules/orders/offers';
import { kindOf } from '../../modules/run-kinds/rules';
import { isSampleProvider } from '../../modules/run-kinds/sandbox';
import type { TimelineEntry, TimelineDetails, TimelineKind } from '../../modules/runs/contract';
import { listCandidates, type Candidate } from '../../modules/runs/store/candidates';
import type { Run } from '../../modules/runs/store/runs';
import { readTimeline } from '../../modules/runs/store/timeline';
import { badge, localTime, progressBar, stages, stats, type Tone } from '../components/data';

const STEPS = ['Waiting', 'Researching', 'Checking', 'Writing', 'Ready'];

export async function progressOf(
  deps: ApiDeps,
  run: Run,
): Promise<{ candidates: Candidate[]; timeline: TimelineEntry[] }> {
  const [candidates, timeline] = await Promise.all([
    kindOf(run).progress === 'candidates' ? listCandidates(deps.db, run.id) : [],
    readTimeline(deps.db, run),
  ]);
  return { candidates, timeline: isSampleProvider(run.provider) ? timeline.map(withoutQuotations) : timeline };
}

/** Removes the quotation checks from sample data. Its quotations are invented, so the checks mean nothing. */
function withoutQuotations(entry: TimelineEntry): TimelineEntry {
  return entry.kind === 'check' ? { ...entry, detail: { ...entry.detail, quotations: null } } : entry;
}

/** Current step and remaining time. The height is constant, so that nothing below moves. */
export function progressView(run: Run, typical: number | null): Markup {
  const { stage, progressDone, progressTotal } = run;
  return html`${stages('Steps of the research', STEPS, STAGES.indexOf(stage))}
    ${progressBar('run-progress', { label: progressWords(run), done: progressDone, total: progressTotal, note: '' })}
    <p class="soft">${timeWords(run, typical)}</p>`;
}

function timeWords({ kind, startedAt, createdAt, deadlineAt }: Run, typical: number | null): Markup {
  return html`${startedAt ? html`Started ${localTime(startedAt, 'time')}.` : html`Ordered ${localTime(createdAt, 'time')}.`}
  ${typical !== null && `Usually ready in about ${counted(typical, 'minute')}.`}
  ${deadlineAt ? html`Ready by ${localTime(deadlineAt, 'time')} at the latest.` : typical === null && `${OFFERS[kind].compared.Delivery}.`}`;
}

/** Timeline and ideas of an active run. Both lists grow, so they are last on the page. */
export function storyView({ candidates, timeline }: Awaited<ReturnType<typeof progressOf>>): Fragment {
  return [
    candidateList(candidates, { ended: false, portfolio: null }),
    timeline.length > 0 && html`<h2>So far</h2>`,
    timelineView(timeline, { ended: false }),
  ];
}

const CANDIDATE_WORDS: Record<CandidateStatus, { label: string; tone: Tone }> = {
  planned: { label: 'In progress', tone: 'accent' },
  passed: { label: 'Researched', tone: 'good' },
  excluded: { label: 'Left out', tone: 'warn' },
};

/** Ideas of a search that are not in the ranking, with their outcomes. `ended` means that the research has ended. */
export function candidateList(
  candidates: readonly Candidate[],
  { ended, portfolio }: { ended: boolean; portfolio: Portfolio | null },
): Fragment {
  const ranked = new Set(portfolio?.ranking.map(({ candidateId }) => candidateId));
  const rest = candidates.filter(({ candidateId }) => !ranked.has(candidateId));
  if (rest.length === 0) return null;
  return html`<h2>${portfolio ? 'Left out of the ranking' : 'Ideas'}</h2>
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

/** Number of timeline entries shown while a run is active. Once the run has ended, its page shows all entries. */
const SHOWN = 12;

/** Timeline, newest first, with totals above. Shows all entries if `ended`. */
export function timelineView(entries: readonly TimelineEntry[], { ended }: { ended: boolean }): Fragment {
  if (entries.length === 0) return null;
  const shown = entries.toReversed().slice(0, ended ? entries.length : SHOWN);
  const earlier = entries.length - shown.length;
  return html`${counters(entries)}
    <ol class="timeline" aria-label="What happened">
      ${shown.map(
        (entry) =>
          html`<li class="${toneOf(entry)}">
            ${localTime(entry.at, 'time')}
            <div>${wordsOf(entry)}</div>
          </li>`,
      )}
    </ol>
    ${earlier > 0 && html`<p class="soft">And ${earlier} earlier.</p>`}`;
}

/** Totals across a run's sessions. For quotations, only the last check in each session counts. */
function counters(entries: readonly TimelineEntry[]): Fragment {
  const last = new Map(
    entries.flatMap((entry) => (entry.kind === 'check' ? [[entry.candidateId, entry.detail] as const] : [])),
  );
  const checks = [...last.values()];
  const readings = entries.flatMap((entry) => (entry.kind === 'reading' ? [entry.detail] : []));
  const quotations = checks.flatMap((check) => check.quotations ?? []);
  const cited = sum(quotations.map((each) => each.cited));
  const sentBack = entries.filter((entry) => entry.kind === 'check' && entry.detail.result === 'sent_back').length;
  const list = [
    { label: 'Searches', figure: sum(readings.map(({ searches }) => searches)) },
    { label: 'Pages opened', figure: sum(readings.map(({ pages }) => pages)) },
    {
      label: 'Quotes verified',
      figure: cited,
      shown: html`${sum(quotations.map(({ found }) => found))} <span class="soft">of ${cited}</span>`,
    },
    { label: 'Competitors', figure: sum(checks.map(({ competitors }) => competitors ?? 0)) },
    { label: 'Corrections', figure: sentBack },
  ].filter(({ figure }) => figure > 0);
  return list.length > 0 && stats(list.map(({ label, figure, shown }) => ({ label, figure: shown ?? figure })));
}

const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0);

function toneOf(entry: TimelineEntry): string {
  if (entry.kind === 'check') return entry.detail.result === 'passed' ? 'good' : 'warn';
  if (entry.kind === 'candidate') return entry.detail.status === 'passed' ? 'good' : 'warn';
  return '';
}

const ENTERED: Record<Stage, string> = {
  queued: 'Order received',
  researching: 'Research started',
  validating: 'Checks started',
  rendering: 'Checks passed; writing the dossier',
  done: 'Finished',
};

type Words = { [Kind in TimelineKind]: (detail: TimelineDetails[Kind]) => Fragment };

const WORDS: Words = {
  stage: ({ stage }) => ENTERED[stage],
  plan: ({ candidates }) => `Plan ready: ${candidates} ideas to research`,
  reading: ({ searches, pages }) =>
    [searches > 0 && counted(searches, 'search', 'searches'), pages > 0 && `${counted(pages, 'page')} opened`]
      .filter(Boolean)
      .join(', '),
  check: ({ result, flaws, quotations, competitors, sites, pages }) => {
    const facts = [
      quotations && `${quotations.found} of ${counted(quotations.cited, 'quote')} found word for word`,
      pages !== null && `${counted(pages, 'page')} read`,
      competitors !== null && counted(competitors, 'competitor'),
    ].filter((fact) => typeof fact === 'string');
    return html`${RESULTS[result](flaws)}${facts.length > 0 && `: ${facts.join(', ')}`}
    ${sites.length > 0 && html`<span class="soft" dir="auto">${sites.join(' · ')}</span>`}`;
  },
  candidate: ({ title, status, reason, score }) =>
    html`<span dir="auto">${title}</span> ${status === 'passed' ? 'researched' : 'left out'}${
        score !== null && `: ${Math.round(score)} of 100`
      }
      ${reason && html`<span class="soft">${reason}</span>`}`,
};

const RESULTS: Record<TimelineDetails['check']['result'], (flaws: number) => string> = {
  passed: () => 'Findings passed our checks',
  sent_back: (flaws) => `Findings sent back to correct ${counted(flaws, 'flaw')}`,
  too_little_evidence: () => 'Too few quotes could be verified',
  refused: (flaws) => `Findings rejected: ${counted(flaws, 'flaw')} left`,
};

function wordsOf(entry: TimelineEntry): Fragment {
  const words = (WORDS[entry.kind] as (detail: TimelineEntry['detail']) => Fragment)(entry.detail);
  const isOfIdea = entry.candidateId !== null && entry.kind !== 'candidate';
  return isOfIdea ? html`<strong>Idea ${placeOfCandidate(entry.candidateId!)}</strong> ${words}` : words;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Status labels and badge tones. */
export const STATUS_WORDS: Record<RunStatusName, { label: string; tone: Tone }> = {
  queued: { label: 'Waiting to start', tone: 'accent' },
  running: { label: 'In progress', tone: 'accent' },
  canceling: { label: 'Stopping', tone: 'warn' },
  completed: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'warn' },
  expired: { label: 'Not started', tone: 'bad' },
};

const STAGE_WORDS: Record<Stage, string> = {
  queued: 'Waiting for a free research agent',
  researching: 'Searching and reading sources',
  validating: 'Checking each quote against its page',
  rendering: 'Writing your dossier',
  done: 'Done',
};

/** Current progress in one sentence. */
export function progressWords({ status, stage, progressDone, progressTotal, kind, review }: Run): string {
  if (status === 'canceling') return 'Stopping the research';
  if (status === 'queued' && review)
    return 'Waiting for our review, because your last attempts failed and their credits came back';
  if (status === 'queued' || kindOf({ kind }).progress === 'stages') return STAGE_WORDS[stage];
  return `${STAGE_WORDS[stage]}: ${progressDone} of ${progressTotal} ideas done`;
}
