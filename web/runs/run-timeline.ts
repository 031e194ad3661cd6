import type { TimelineDetails, TimelineEntry, TimelineKind } from '../../contracts/timeline';
import { placeOfCandidate } from '../../contracts/candidates';
import type { Stage } from '../../contracts/runs';
import { html, type Fragment } from '../../platform/html';
import { localTime } from '../components/local-time';
import { stats } from '../components/stat';

/** Entries that a page under way shows: what came before is looked up when the run has ended. */
const SHOWN = 12;

/** What happened in a run, the newest first, below its counters; `ended` shows everything. */
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
    ${earlier > 0 && html`<p class="soft">And ${earlier} before.</p>`}`;
}

/** Sums over the sessions of a run: of each, the last that its timeline says. */
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
    { label: 'Pages read', figure: sum(readings.map(({ pages }) => pages)) },
    {
      label: 'Quotations found',
      figure: cited,
      shown: html`${sum(quotations.map(({ found }) => found))} <span class="soft">of ${cited}</span>`,
    },
    { label: 'Competitors', figure: sum(checks.map(({ competitors }) => competitors ?? 0)) },
    { label: 'Sent back', figure: sentBack },
  ].filter(({ figure }) => figure > 0);
  return list.length > 0 && stats(list.map(({ label, figure, shown }) => ({ label, figure: shown ?? figure })));
}

const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0);

function toneOf(entry: TimelineEntry): string {
  if (entry.kind === 'check') return entry.detail.result === 'passed' ? 'good' : 'warn';
  if (entry.kind === 'candidate') return entry.detail.status === 'passed' ? 'good' : 'warn';
  return '';
}

const STAGES: Record<Stage, string> = {
  queued: 'The run waits for a free research agent',
  researching: 'The research began',
  validating: 'The checks began',
  rendering: 'The findings passed; the dossier is written',
  done: 'The run ended',
};

type Words = { [Kind in TimelineKind]: (detail: TimelineDetails[Kind]) => Fragment };

const WORDS: Words = {
  stage: ({ stage }) => STAGES[stage],
  plan: ({ candidates }) => `The plan stands: ${candidates} ideas to research`,
  reading: ({ searches, pages }) =>
    `${counted(searches, 'search', 'searches')}, ${counted(pages, 'page')} opened so far`,
  check: ({ result, flaws, quotations, competitors, sites, pages }) => {
    const facts = [
      quotations && `${quotations.found} of ${counted(quotations.cited, 'quotation')} found word for word`,
      pages !== null && `${counted(pages, 'page')} read`,
      competitors !== null && counted(competitors, 'competitor'),
    ].filter((fact) => typeof fact === 'string');
    return html`${RESULTS[result](flaws)}${facts.length > 0 && `: ${facts.join(', ')}`}
    ${sites.length > 0 && html`<span class="soft" dir="auto">${sites.join(' · ')}</span>`}`;
  },
  candidate: ({ title, status, reason, score }) =>
    html`<span dir="auto">${title}</span> ${status === 'passed' ? 'is researched' : 'is left out'}${
        score !== null && `: ${Math.round(score)} of 100`
      }
      ${reason && html`<span class="soft">${reason}</span>`}`,
};

const RESULTS: Record<TimelineDetails['check']['result'], (flaws: number) => string> = {
  passed: () => 'What the agent handed in passed its checks',
  sent_back: (flaws) => `Sent back to the agent with ${counted(flaws, 'flaw')}`,
  too_little_evidence: () => 'Too little of the evidence could be verified',
  refused: (flaws) => `Not taken: ${counted(flaws, 'flaw')} left`,
};

function wordsOf(entry: TimelineEntry): Fragment {
  const words = (WORDS[entry.kind] as (detail: TimelineEntry['detail']) => Fragment)(entry.detail);
  const isOfIdea = entry.candidateId !== null && entry.kind !== 'candidate';
  return isOfIdea ? html`<strong>Idea ${placeOfCandidate(entry.candidateId!)}</strong> ${words}` : words;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
