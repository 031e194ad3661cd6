import { html, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { contributorBalance, type ContributorBalance } from '../../modules/ledger/store/balances';
import { heardOfPayment } from '../../modules/orders/store/news';
import { listPurchases, type OrderWithPayments } from '../../modules/orders/store/orders';
import { RUN_KINDS, RUN } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import type { Run } from '../../modules/runs/store/runs';
import { cards, progressBar, stats } from '../components/data';
import { emptyState, pageHead } from '../components/frame';
import { listRunsOf } from '../runs/own-runs';
import { progressWords } from '../runs/run-progress';
import { runTable } from '../runs/runs-page';
import { accountPage, accountReply } from './account-page';
import { purchaseTable } from './purchase-pages';

const RECENT = 5;

/** Account overview: what is under way, credits to start with, latest results and purchases. */
export const accountOverview = accountPage({
  path: '/account',

  async handle({ deps, session }) {
    const { id } = session.account;
    const [credits, balance, runs, orders] = await Promise.all([
      countEntitlements(deps.db, id, 'live'),
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
      body: html`${creditCards(credits)} ${live.length > 0 && underWay(live)} ${balance && earnings(balance)}
      ${latest(runs)} ${purchases(orders, heard)}`,
    });
  },
});

function creditCards(credits: Awaited<ReturnType<typeof countEntitlements>>): Markup {
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
          : html`<a class="button" href="/buy?product=${kind}">Buy a credit</a>`,
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

/** Balance of a contributor: what can be withdrawn, and what cannot yet and why. */
function earnings({ available, held, pending, frozen, currency }: ContributorBalance): Markup {
  const money = (minor: number) => formatMoney({ amount: minor, currency });
  return html`<h2>Earnings</h2>
    ${stats([
      { label: 'Available', figure: money(available) },
      { label: 'Pending', figure: money(pending), note: 'A share of a sale is pending until its payment is safe.' },
      ...(held === 0 ? [] : [{ label: 'In withdrawals', figure: money(held) }]),
      ...(frozen === 0 ? [] : [{ label: 'Frozen', figure: money(frozen), note: 'Its payment is disputed.' }]),
    ])}`;
}

function latest(runs: readonly Run[]): Markup {
  if (runs.length === 0) {
    return emptyState({
      title: 'No runs yet',
      text: 'Have your own newsletter idea researched, or ideas made for you.',
      action: { href: '/account/runs/new?kind=idea_check', label: 'Start an Idea Check' },
    });
  }
  return html`<h2>Latest runs</h2>
    ${runTable(runs)}
    <p><a href="/account/runs">All runs</a></p>`;
}

function purchases(orders: readonly OrderWithPayments[], heard: ReadonlySet<string>): Markup | false {
  return (
    orders.length > 0 &&
    html`<h2>Latest purchases</h2>
      ${purchaseTable(orders, heard)}
      <p><a href="/account/purchases">All purchases</a></p>`
  );
}
