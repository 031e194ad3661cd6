import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { RECOMMENDATION_LABELS } from '../../modules/findings/verdict-words';
import { readPrices } from '../../modules/orders/store/open';
import { beginningOf } from '../../modules/runs/rules';
import type { ScanStatusName } from '../../modules/scans/contract';
import { findScanOf, listScansOf, type ListedScan } from '../../modules/scans/store/scans';
import { badge, dataTable, localTime, type Tone } from '../components/data';
import { crumbs, emptyState, pagination } from '../components/frame';
import { BeforeQuery, pageOf, readBefore } from '../page';
import { scanResult, scanScripts } from '../people/scan-result';
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

/** Confirmed free scans for the account's email address, newest first. */
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
      lead: 'A first look at your ideas: a verdict, three scores and a finding with its source.',
      actions: html`<a class="button quiet" href="/scan">New free scan</a>`,
      body: html`${shown.length === 0 ? NONE : table(shown)} ${pagination({ next })}`,
    });
  },
});

const NONE = emptyState({
  title: 'No free scans yet',
  text: 'An AI agent takes a first look at your idea and emails you the result. It costs nothing.',
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

/** One free scan for the account's email address. */
export const scanResultPage = accountPage({
  path: `${PATH}/{id}`,
  id: { prefix: 'scn', missing: 'not_found' },

  async handle({ deps, session, id }) {
    const scan = await findScanOf(deps.db, session.account.id, id);
    if (!scan) throw new Failure('not_found');
    const [credits, prices] = await Promise.all([
      countEntitlements(deps.db, session.account.id, 'live'),
      readPrices(deps.db),
    ]);
    const hasCredit = credits.find(({ kind }) => kind === 'idea_check')!.unused > 0;
    const check = hasCredit
      ? { href: `/account/runs/new?scan=${id}`, price: null }
      : { href: `/buy?product=idea_check&scan=${id}`, price: prices.idea_check![1] };
    const title = beginningOf(scan.idea);
    return accountReply(session, {
      current: PATH,
      title,
      scripts: scanScripts(scan),
      heading: html`${crumbs([{ href: PATH, label: 'Free scans' }])}
        <h1 dir="auto">${title}</h1>`,
      body: html`<p>${state(scan.status)} <span class="soft">Confirmed ${localTime(scan.confirmedAt!)}</span></p>
        ${title !== scan.idea && html`<blockquote dir="auto">${scan.idea}</blockquote>`} ${scanResult(scan, check)}`,
    });
  },
});
