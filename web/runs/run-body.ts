import { html, type Fragment, type Markup } from '../../base/html';
import { RUN_FAILURES } from '../../base/run-failures';
import type { SourceDomains } from '../../base/source-domains';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import { numberEvidence, type NumberedEvidence } from '../../modules/dossiers/model/evidence-model';
import type { FoundEvidence } from '../../modules/findings/contract/findings';
import { kindOf, RUN } from '../../modules/run-kinds/rules';
import { isSampleProvider } from '../../modules/run-kinds/sandbox';
import type { TimelineEntry } from '../../modules/runs/contract';
import { titleOf, undoableUntil, UNDOS_PER_DAY, windowWords } from '../../modules/runs/rules';
import { readDossierContent, readFound } from '../../modules/runs/store/artifacts';
import { evidenceOf, type Run } from '../../modules/runs/store/runs';
import { typicalTime } from '../../modules/runs/store/figures';
import { listShares } from '../../modules/runs/store/shares';
import { csrfField } from '../account/account-page';
import { badges, localTime, badge, cards, type Tone } from '../components/data';
import { confirmAction } from '../components/form';
import { crumbs, notice, pageHead } from '../components/frame';
import { candidateList, progressOf, progressView, storyView, timelineView, STATUS_WORDS } from './run-progress';
import { results } from './run-result';
import { sharing } from './share-view';

/** Body of a run page: live progress while the run is active, then the result or the failure. */
export async function runBody(deps: ApiDeps, session: Session, run: Run): Promise<Markup> {
  return RUN.isTerminal(run.status) ? endedBody(deps, session, run) : liveBody(deps, session, run);
}

async function liveBody(deps: ApiDeps, session: Session, run: Run): Promise<Markup> {
  const [progress, typical] = await Promise.all([progressOf(deps, run), typicalTime(deps.db, run)]);
  return html`${head(run)}
    <section class="panel" aria-label="Progress">
      <div data-live-part="progress">${progressView(run, typical)}</div>
      <p>${leaveWords(run, session)}</p>
    </section>
    ${cancelForm(session, run, deps.settings.undoWindowMs)} ${runDetails(run)}
    <div class="live-story" data-live-part="story">${storyView(progress)}</div>`;
}

async function endedBody(deps: ApiDeps, session: Session, run: Run): Promise<Markup> {
  const { id, status } = run;
  const [{ candidates, timeline }, shares, found, content] = await Promise.all([
    progressOf(deps, run),
    status === 'completed' ? listShares(deps.db, { runId: id }) : [],
    status === 'failed' ? readFound(deps.db, id) : null,
    status === 'completed' ? readDossierContent(deps.db, id) : null,
  ]);
  return html`${head(run)} ${content && results(run, content)} ${status !== 'completed' && ended(run)}
  ${found && foundEvidence(found, run)}
  ${candidateList(candidates, { ended: true, portfolio: content?.portfolio ?? null })}
  ${status === 'completed' && sharing(session, { path: `/account/runs/${id}`, shares, reveals: REVEALS })}
  ${story(timeline)} ${runDetails(run)} ${deleteForm(session, run)}`;
}

const SAMPLE_RUN = 'Example: nothing was researched, and everything in the dossier is invented.';

const REVEALS =
  'Anyone with the link can read the whole dossier, including your request, without signing in. Your name, email and other research stay private.';

function story(timeline: readonly TimelineEntry[]): Fragment {
  return (
    timeline.length > 0 &&
    html`<details class="panel">
      <summary>How the research went</summary>
      ${timelineView(timeline, { ended: true })}
    </details>`
  );
}

function head(run: Run): Markup {
  const { label, tone } = STATUS_WORDS[run.status];
  return html`${pageHead({
    above: crumbs([{ href: '/account/runs', label: 'Research' }]),
    title: html`<span dir="auto">${titleOf(run)}</span>`,
  })}
  ${badges('Kind and status', [
    { text: run.mode === 'test' ? `${kindOf(run).label} (test)` : kindOf(run).label, tone: 'plain' },
    // While the run is active, the live part shows its status.
    ...(RUN.isTerminal(run.status) ? [{ text: label, tone }] : []),
  ])}
  ${isSampleProvider(run.provider) ? run.status === 'completed' && notice(SAMPLE_RUN, 'warn') : noQuoteChecked(run)}`;
}

function noQuoteChecked(run: Run): Fragment {
  const evidence = evidenceOf(run);
  if (!evidence || evidence.cited === 0 || evidence.verified > 0) return null;
  const text = `We could not verify any of the ${evidence.cited} quotes: open the sources in the dossier before you rely on it.`;
  return notice(text, 'warn');
}

function leaveWords({ mode }: Run, { account }: Session): Markup {
  if (mode === 'test') return html`This page updates by itself. Sandbox runs send no email.`;
  return html`This page updates by itself. You can close it: we'll email <strong>${account.email}</strong> when the
    research is done.`;
}

function cancelForm(session: Session, run: Run, undoWindowMs: number): Fragment {
  if (run.status === 'canceling') return null;
  return confirmAction(
    `Cancel this ${nounOf(run)}`,
    html`<form method="post" action="/account/runs/${run.id}/cancel">
      ${csrfField(session)}
      <p>${creditWords(run, undoWindowMs)}</p>
      <button class="quiet" type="submit">Cancel the ${nounOf(run)}</button>
    </form>`,
  );
}

function deleteForm(session: Session, { id, mode, status, entitlementRestored }: Run): Markup {
  const shared = status === 'completed' ? 'Its dossier and findings, and every link you shared, are deleted too.' : '';
  const used = mode === 'live' && !entitlementRestored ? 'Your credit stays used.' : '';
  return confirmAction(
    'Delete this research',
    html`<form method="post" action="/account/runs/${id}/delete">
      ${csrfField(session)}
      <p>This deletes your request and everything we found for it. ${shared} You cannot undo this. ${used}</p>
      <button class="danger" type="submit">Delete this research</button>
    </form>`,
  );
}

const nounOf = ({ kind }: Pick<Run, 'kind'>) => (kind === 'idea_check' ? 'check' : 'search');

/** Says what happens to the run's credit if the run is canceled now. */
function creditWords({ status, startedAt }: Run, undoWindowMs: number): Markup {
  const time = windowWords(undoWindowMs);
  const after = html`After that, or once the first findings are in, canceling uses the credit and you get no dossier.
  You can get the credit back ${UNDOS_PER_DAY} times a day.`;
  if (status === 'queued' || startedAt === null) {
    return html`Your credit comes back if you cancel before the research starts or in its first ${time}. ${after}`;
  }
  const until = undoableUntil(startedAt, undoWindowMs);
  if (until > new Date()) return html`Cancel before ${localTime(until, 'time')} and your credit comes back. ${after}`;
  return html`The research started more than ${time} ago. If you cancel now, the credit is used and you get no dossier.`;
}

function ended(run: Run): Markup {
  const { status, failureCode, entitlementRestored } = run;
  const isCanceled = status === 'canceled';
  const why = failureCode ? RUN_FAILURES[failureCode].message : 'The research ended without a dossier.';
  const credit = entitlementRestored
    ? `Your ${kindOf(run).label} credit is back in your account.`
    : isCanceled
      ? 'The research had started, so the credit is used.'
      : 'The credit is used. If you think it should have come back, contact support.';
  return html`${notice(
      html`<p>
          <strong>${isCanceled ? `You canceled this ${nounOf(run)}.` : `This ${nounOf(run)} has no result.`}</strong>
        </p>
        <p>${!isCanceled && why} ${credit}</p>`,
      isCanceled ? 'warn' : 'bad',
    )}
    <div class="actions">
      <a class="button" href="/account/runs/new?from=${run.id}">${againWords(run)}</a>
      <a class="button quiet" href="/support?category=runs&relatedId=${run.id}">Contact support</a>
    </div>`;
}

function againWords({ kind, failureCode }: Run): string {
  const asked = kind === 'idea_check' ? 'idea' : 'profile';
  const helps = !failureCode || failureCode === 'canceled' || RUN_FAILURES[failureCode].retryable;
  return helps ? `Start again with the same ${asked}` : `Rephrase the ${asked}`;
}

const LABELS: Record<string, string> = {
  idea: 'Your idea',
  audience: 'Readers',
  geography: 'Country or region',
  operatorProfile: 'About you',
  expertise: 'Your expertise',
  candidateCount: 'Ideas to research',
  language: 'Language',
  sources: 'Sources',
  continues: 'Continues',
};

/** Formats an input value. Lists are separated by commas. */
function inputWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { include, exclude } = value as SourceDomains;
  return [include && `only ${include.join(', ')}`, exclude && `not ${exclude.join(', ')}`].filter(Boolean).join('; ');
}

/** Input, metadata and times, collapsed. Only for the owner. */
function runDetails(run: Run): Markup {
  const { id, createdAt, startedAt, completedAt } = run;
  const input = Object.entries(run.input as unknown as Record<string, unknown>);
  const rows: [string, Fragment][] = [
    ...input.map(([name, value]): [string, Fragment] => [
      LABELS[name] ?? name,
      html`<span dir="auto" class="as-written">${inputWords(value)}</span>`,
    ]),
    ['Ordered', localTime(createdAt)],
    ['Started', startedAt && localTime(startedAt)],
    ['Ended', completedAt && localTime(completedAt)],
    isSampleProvider(run.provider) ? ['Sources', exampleWords(run)] : ['Quotes verified', evidenceWords(run)],
    ['Reference', html`<code>${id}</code>`],
    ['Your metadata', metadataView(run.metadata)],
  ];
  return html`<details class="panel">
    <summary>Your request and details</summary>
    <dl>
      ${rows.map(
        ([label, value]) =>
          value &&
          html`<dt>${label}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </details>`;
}

function metadataView(metadata: Run['metadata']): Fragment {
  const entries = Object.entries(metadata);
  return (
    entries.length > 0 &&
    html`<ul>
      ${entries.map(
        ([key, value]) =>
          html`<li>
            <code dir="auto">${key}</code>:
            <span dir="auto" class="as-written">${value === '' ? html`<span class="soft">empty</span>` : value}</span>
          </li>`,
      )}
    </ul>`
  );
}

function evidenceWords(run: Run): Fragment {
  const evidence = evidenceOf(run);
  return evidence && `${evidence.verified} of ${evidence.cited} found word for word on their pages`;
}

function exampleWords(run: Run): Fragment {
  const evidence = evidenceOf(run);
  return evidence && `${evidence.cited} example sources, not checked`;
}

const TONES = { good: 'good', mid: 'warn', bad: 'bad' } as const satisfies Record<string, Tone>;

type Entry = NumberedEvidence['evidence']['groups'][number]['entries'][number];

/** Evidence of a run that found too little for scores. Customers get it free of charge. */
export function foundEvidence({ evidence }: FoundEvidence, { provider }: Pick<Run, 'provider'>): Markup {
  const { summary, groups } = numberEvidence(evidence, isSampleProvider(provider)).evidence;
  return html`<section aria-labelledby="found">
    <h2 id="found">What we found</h2>
    <p>${summary}</p>
    ${cards(
      groups.flatMap(({ entries }) => entries.map(cardOf)),
      3,
    )}
  </section>`;
}

function cardOf({ title, url, host, claim, excerpt, dates, verification }: Entry) {
  return {
    title: html`<span dir="auto">${title}</span>`,
    top: verification && badge(verification.label, TONES[verification.tone]),
    body: html`<p dir="auto">${claim}</p>
      <blockquote dir="auto">${excerpt}</blockquote>
      <p class="soft">${dates}</p>`,
    foot: url !== null && html`<a href="${url}" rel="noopener noreferrer nofollow">${host}</a>`,
  };
}
