import { Failure } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import { RUN_FAILURES } from '../../base/run-failures';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { RECOMMENDATION_LABELS } from '../../modules/findings/verdict-words';
import { OFFERS } from '../../modules/orders/offers';
import { beginningOf } from '../../modules/runs/rules';
import type { ScanStatusName } from '../../modules/scans/contract';
import {
  findScanOf,
  listScansOf,
  scanFindings,
  type ListedScan,
  type FreeScan,
  type ScanFindings,
} from '../../modules/scans/store/scans';
import { badge, dataTable, localTime, type Tone } from '../components/data';
import { crumbs, emptyState, pagination } from '../components/frame';
import { verdictBand } from '../components/verdict';
import { BeforeQuery, pageOf, readBefore } from '../page';
import { accountPage, accountReply } from './account-page';

const PATH = '/account/scans';
const PAGE = 20;

const STATE_WORDS: Record<ScanStatusName, { label: string; tone: Tone }> = {
  queued: { label: 'Not confirmed', tone: 'plain' },
  awaiting_confirmation: { label: 'Not confirmed', tone: 'plain' },
  confirmed: { label: 'Waiting to start', tone: 'accent' },
  running: { label: 'Running', tone: 'accent' },
  completed: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  expired: { label: 'Not confirmed', tone: 'plain' },
};

/** Confirmed free scans of the account's address, the newest first. */
export const scansPage = accountPage({
  path: PATH,
  query: BeforeQuery,

  async handle({ deps, session, query }) {
    const before = readBefore('scn', query);
    const found = await listScansOf(deps.db, session.account.id, { limit: PAGE + 1, before });
    const { shown, next } = pageOf(found, PAGE, PATH);
    return accountReply(session, {
      current: PATH,
      title: 'Free scans',
      lead: 'First looks at ideas that you confirmed with this address.',
      actions: html`<a class="button quiet" href="/scan">New free scan</a>`,
      body: html`${shown.length === 0 ? NONE : table(shown)} ${pagination({ next })}`,
    });
  },
});

const NONE = emptyState({
  title: 'No free scans yet',
  text: 'Our agent takes a first look at your idea, free of charge.',
  action: { href: '/scan', label: 'Request a free scan' },
});

function table(scans: readonly ListedScan[]): Markup {
  return dataTable(
    'Free scans',
    ['Idea', 'State', { label: 'Score', figure: true }, 'Verdict', 'Confirmed'],
    scans.map(({ id, idea, status, verdict, confirmedAt }) => [
      html`<a href="${PATH}/${id}" dir="auto">${beginningOf(idea)}</a>`,
      state(status),
      verdict ? String(verdict.score) : '–',
      verdict ? RECOMMENDATION_LABELS[verdict.recommendation] : '–',
      localTime(confirmedAt),
    ]),
  );
}

function state(status: ScanStatusName): Markup {
  const { label, tone } = STATE_WORDS[status];
  return badge(label, tone);
}

/** One free scan of the account's address: its verdict and sources, or why there are none. */
export const scanResultPage = accountPage({
  path: `${PATH}/{id}`,
  id: { prefix: 'scn', missing: 'not_found' },

  async handle({ deps, session, id }) {
    const scan = await findScanOf(deps.db, session.account.id, id);
    if (!scan) throw new Failure('not_found');
    const credits = await countEntitlements(deps.db, session.account.id, 'live');
    const title = beginningOf(scan.idea);
    return accountReply(session, {
      current: PATH,
      title,
      heading: html`${crumbs([{ href: PATH, label: 'Free scans' }])}
        <h1 dir="auto">${title}</h1>`,
      body: html`<p>${state(scan.status)} <span class="soft">Confirmed ${localTime(scan.confirmedAt!)}</span></p>
        ${title !== scan.idea && html`<blockquote dir="auto">${scan.idea}</blockquote>`}
        ${result(scan, credits.find(({ kind }) => kind === 'idea_check')!.unused > 0)}`,
    });
  },
});

function result(scan: FreeScan, hasCredit: boolean): Fragment {
  const { status, failureCode } = scan;
  const found = scanFindings(scan);
  if (found) return outcome(scan.id, found, hasCredit);
  if (status === 'failed') {
    return html`<p class="lead">${failureCode && RUN_FAILURES[failureCode].message}</p>
      <p class="actions"><a class="button" href="/scan">Request another scan</a></p>`;
  }
  return html`<p class="lead" role="status">Our agent is at work. We also e-mail you the result.</p>
    <p class="actions"><a class="button quiet" href="">Refresh</a></p>`;
}

function outcome(id: string, { verdict, evidence }: ScanFindings, hasCredit: boolean): Markup {
  const { name, gives } = OFFERS.idea_check;
  return html`${verdictBand(verdict)}
    <p dir="auto">${verdict.rationale}</p>
    ${
      evidence.length > 0 &&
      html`<h2>Sources</h2>
        <ul>
          ${evidence.map(
            ({ title, sourceUrl, claim }) =>
              html`<li dir="auto">
                <a href="${sourceUrl}" target="_blank" rel="nofollow noopener noreferrer">${title}</a>: ${claim}
              </li>`,
          )}
        </ul>`
    }
    <p class="soft">
      This was a quick look at a few sources, whose quotations were not compared with their pages: take it as a first
      opinion. The full ${name} gives you ${gives}.
    </p>
    <p class="actions">
      <a class="button" href="${hasCredit ? `/account/runs/new?scan=${id}` : `/buy?product=idea_check&scan=${id}`}"
        >Have it checked in full</a
      >
    </p>`;
}
