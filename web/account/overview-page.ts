import { html, type Markup } from '../../base/html';
import type { ApiDeps } from '../../http/deps';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { contributorBalance, type ContributorBalance } from '../../modules/ledger/store/balances';
import { heardOfPayment } from '../../modules/orders/store/news';
import { readPrices } from '../../modules/orders/store/open';
import { listPurchases, type OrderWithPayments } from '../../modules/orders/store/orders';
import { RUN } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import { readResults } from '../../modules/runs/store/artifacts';
import type { Run } from '../../modules/runs/store/runs';
import { localTime, progressBar } from '../components/data';
import { emptyState, pageHead } from '../components/frame';
import { listRunsOf } from '../runs/own-runs';
import { progressWords } from '../runs/run-progress';
import { runTable, verdictOf } from '../runs/runs-page';
import { accountPage, accountReply } from './account-page';
import { creditCards } from './credits-page';
import { balanceStats } from './earnings-page';
import { purchaseTable } from './purchase-pages';

const RECENT = 5;

/** Account overview: the newest result, active runs, earnings, recent runs, credits and purchases. */
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
      body: html`${await newestResult(deps, runs)} ${live.length > 0 && underWay(live)} ${balance && earnings(balance)}
        ${await latest(deps, runs, credits)}
        <h2>Credits</h2>
        ${creditCards(credits, prices)} ${purchases(orders, heard)}`,
    });
  },
});

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

/** The newest result, because most visitors come to see it. */
async function newestResult({ db }: ApiDeps, runs: readonly Run[]): Promise<Markup | false> {
  const done = runs.find(({ status }) => status === 'completed');
  if (!done) return false;
  const found = await readResults(db, [done.id]);
  return html`<section class="panel" aria-labelledby="newest">
    <p class="eyebrow">Newest result, ${localTime(done.updatedAt, 'date')}</p>
    <h2 id="newest" dir="auto">${titleOf(done)}</h2>
    <p>${verdictOf(found.get(done.id))}</p>
    <p class="actions"><a class="button" href="/account/runs/${done.id}">Read the result</a></p>
  </section>`;
}

function earnings(balance: ContributorBalance): Markup {
  return html`<h2>Earnings</h2>
    ${balanceStats(balance)}
    <p><a class="button quiet" href="/account/earnings">Earnings and withdrawals</a></p>`;
}

async function latest(deps: ApiDeps, runs: readonly Run[], credits: readonly { unused: number }[]): Promise<Markup> {
  if (runs.length === 0) {
    const hasCredits = credits.some(({ unused }) => unused > 0);
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
    ${await runTable(deps, runs)}
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
