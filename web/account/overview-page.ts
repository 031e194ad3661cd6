import { html, type Markup } from '../../base/html';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { contributorBalance, type ContributorBalance } from '../../modules/ledger/store/balances';
import { heardOfPayment } from '../../modules/orders/store/news';
import { readPrices, type Prices } from '../../modules/orders/store/open';
import { listPurchases, type OrderWithPayments } from '../../modules/orders/store/orders';
import { RUN_KINDS, RUN } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import type { Run } from '../../modules/runs/store/runs';
import { cards, localTime, progressBar } from '../components/data';
import { emptyState, pageHead } from '../components/frame';
import { listRunsOf } from '../runs/own-runs';
import { progressWords } from '../runs/run-progress';
import { runTable } from '../runs/runs-page';
import { accountPage, accountReply } from './account-page';
import { buyWords } from './credits-page';
import { balanceStats } from './earnings-page';
import { purchaseTable } from './purchase-pages';

const RECENT = 5;

/** Account overview: the newest result, what is under way, earnings, latest runs, credits and purchases. */
export const accountOverview = accountPage({
  path: '/account',

  async handle({ deps, session }) {
    const { id } = session.account;
    const [credits, prices, balance, runs, orders] = await Promise.all([
      countEntitlements(deps.db, id, 'live'),
      readPrices(deps.db),
      contributorBalance(deps.db.pool, id, 'live'),
      listRunsOf(deps, id, { limit: RECENT }),
      listPurchases(deps.db, id, { limit: RECENT, before: null }),
    ]);
    const heard = await heardOfPayment(deps.db, orders);
    const live = runs.filter(({ status }) => !RUN.isTerminal(status));
    return accountReply(session, {
      current: '/account',
      title: 'Account',
      heading: pageHead({ title: 'Your account' }),
      body: html`${newestResult(runs)} ${live.length > 0 && underWay(live)} ${balance && earnings(balance)}
        ${latest(
          runs,
          credits.some(({ unused }) => unused > 0),
        )}
        <h2>Credits</h2>
        ${creditCards(credits, prices)} ${purchases(orders, heard)}`,
    });
  },
});

function creditCards(credits: Awaited<ReturnType<typeof countEntitlements>>, prices: Prices): Markup {
  return cards(
    credits.map(({ kind, unused, frozen }) => ({
      title: RUN_KINDS[kind].label,
      body: html`<p>
        <span class="figure">${unused}</span> ${unused === 1 ? 'credit' : 'credits'}${
          frozen > 0 && `, ${frozen} frozen by a dispute`
        }
      </p>`,
      foot:
        unused > 0
          ? html`<a class="button" href="/account/runs/new?kind=${kind}">Start</a>
              <a href="/buy?product=${kind}">Buy another</a>`
          : html`<a class="button quiet" href="/buy?product=${kind}">${buyWords(kind, prices)}</a>`,
    })),
  );
}

function underWay(runs: readonly Run[]): Markup {
  return html`<h2>Under way</h2>
    <ul class="rows">
      ${runs.map(
        (run) =>
          html`<li>
            <a href="/account/runs/${run.id}" dir="auto">${titleOf(run)}</a>
            ${progressBar(`progress-${run.id}`, {
              label: progressWords(run),
              done: run.progressDone,
              total: run.progressTotal,
            })}
          </li>`,
      )}
    </ul>`;
}

/** The newest result, which most visitors come for. */
function newestResult(runs: readonly Run[]): Markup | false {
  const done = runs.find(({ status }) => status === 'completed');
  return (
    done !== undefined &&
    html`<section class="panel" aria-labelledby="newest">
      <p class="eyebrow">Newest result, ${localTime(done.updatedAt, 'date')}</p>
      <h2 id="newest" dir="auto">${titleOf(done)}</h2>
      <p class="actions"><a class="button" href="/account/runs/${done.id}">Read the result</a></p>
    </section>`
  );
}

function earnings(balance: ContributorBalance): Markup {
  return html`<h2>Earnings</h2>
    ${balanceStats(balance)}
    <p><a class="button quiet" href="/account/earnings">Earnings and withdrawals</a></p>`;
}

function latest(runs: readonly Run[], hasCredits: boolean): Markup {
  if (runs.length === 0) {
    return emptyState({
      title: 'No research yet',
      text: hasCredits
        ? 'Get a verdict on your own newsletter idea, or have us find ideas for you.'
        : 'Start with a free scan: a verdict on your idea and three scores, by email within minutes.',
      action: hasCredits
        ? { href: '/account/runs/new', label: 'Start your first research' }
        : { href: '/scan', label: 'Scan an idea for free' },
    });
  }
  return html`<h2>Latest research</h2>
    ${runTable(runs)}
    <p><a href="/account/runs">All research</a></p>`;
}

function purchases(orders: readonly OrderWithPayments[], heard: ReadonlySet<string>): Markup | false {
  return (
    orders.length > 0 &&
    html`<h2>Latest purchases</h2>
      ${purchaseTable(orders, heard)}
      <p><a href="/account/purchases">All purchases</a></p>`
  );
}
