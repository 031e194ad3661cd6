import { randomUUID } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { IDEMPOTENCY_KEY_PATTERN } from '../../base/idempotency';
import { formatMoney } from '../../base/wording';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { SERVICES } from '../../http/services';
import { contributorBalance, type ContributorBalance } from '../../modules/ledger/store/balances';
import { listSoldShares } from '../../modules/ledger/store/shares';
import type { ShareStatus } from '../../modules/ledger/contract';
import { fingerprint } from '../../modules/outbox/store/claims';
import { WithdrawalCreate } from '../../modules/payouts/contract';
import { MEANING } from '../../modules/payouts/rules';
import { listWithdrawals, type Withdrawal } from '../../modules/payouts/store/withdrawals';
import { withdraw } from '../../modules/payouts/use-cases/withdraw';
import { explainFailure } from '../../modules/payouts/wording';
import { badge, dataTable, localTime, stats, type Tone } from '../components/data';
import { drawForm, type DeclaredFields, type FormState } from '../components/declared-form';
import { emptyState } from '../components/frame';
import { seeOther } from '../page';
import { accountForm, accountPage, accountReply, csrfField } from './account-page';
import { afterProof } from './step-up';

const PATH = '/account/earnings';
const SHOWN = 50;
const CURRENCY = 'usd';
const { minimum = 0, maximum = 0 } = WithdrawalCreate.properties.amount;

const money = (amount: number) => formatMoney({ amount, currency: CURRENCY });
const rounded = (amount: number) => formatMoney({ amount, currency: CURRENCY }, 'where needed');

const FIELDS = {
  amount: {
    schema: Type.String({ pattern: '^\\d{1,6}(\\.\\d{2})?$', examples: ['250'] }),
    label: 'Amount in US dollars',
    hint: `From ${rounded(minimum)} to ${rounded(maximum)}, such as 250 or 250.50.`,
    fix: `Enter an amount from ${rounded(minimum)} to ${rounded(maximum)}, such as 250.`,
    autocomplete: 'off',
  },
} as const satisfies DeclaredFields;

/** Balance, sales and withdrawals of a contributor. Other accounts get `not_found`. */
export const earningsPage = accountPage({ path: PATH, handle: (request) => view(request) });

/** @throws Failure `not_found` if the account is not a contributor */
async function balanceOf(deps: ApiDeps, { account }: Session): Promise<ContributorBalance> {
  const balance = await contributorBalance(deps.db.pool, account.id, 'live');
  if (!balance) throw new Failure('not_found');
  return balance;
}

async function view({ deps, session }: { deps: ApiDeps; session: Session }, state?: FormState): Promise<Reply> {
  const balance = await balanceOf(deps, session);
  const owner = { accountId: session.account.id, mode: 'live' as const };
  const [shares, withdrawals] = await Promise.all([
    listSoldShares(deps.db, owner, SHOWN),
    listWithdrawals(deps.db, owner, { limit: SHOWN }),
  ]);
  return accountReply(session, {
    current: PATH,
    title: 'Earnings',
    lead: 'Your share of each sale of your opportunities.',
    body: html`${balanceStats(balance)} ${withdrawing(deps, session, balance, state)}
      <h2>Withdrawals</h2>
      ${withdrawals.length === 0 ? html`<p class="soft">No withdrawals yet.</p>` : withdrawalTable(withdrawals)}
      <h2>Sales</h2>
      ${shares.length === 0 ? NO_SALES : salesTable(shares)}`,
  });
}

/** Contributor balance: the amount that can be withdrawn, and why the rest cannot be. */
export function balanceStats({ available, held, pending, frozen }: ContributorBalance): Markup {
  return stats([
    { label: 'Available', figure: money(available) },
    {
      label: 'Pending',
      figure: money(pending),
      note: 'Available after a waiting period for refunds.',
    },
    ...(held === 0 ? [] : [{ label: 'In withdrawals', figure: money(held) }]),
    ...(frozen === 0 ? [] : [{ label: 'Frozen', figure: money(frozen), note: 'The buyer disputes the payment.' }]),
  ]);
}

const NO_SALES = emptyState({
  title: 'No sales yet',
  text: 'Your opportunities appear here once they are sold, with your share of the price.',
});

function withdrawing(deps: ApiDeps, session: Session, balance: ContributorBalance, state?: FormState): Markup | string {
  if (!SERVICES.payouts(deps, null)) return html`<p class="soft">Withdrawals are not open yet.</p>`;
  if (balance.available < minimum && !state)
    return html`<p class="soft">The smallest withdrawal is ${rounded(minimum)}.</p>`;
  return afterProof(session, deps, { title: 'Withdraw', returnTo: PATH }, () => amountForm(session, state));
}

function amountForm(session: Session, state?: FormState): Markup {
  const { summary, all } = drawForm(FIELDS, state);
  return html`<form class="panel" method="post" action="${PATH}/confirm">
    <h2>Withdraw</h2>
    ${csrfField(session)} ${summary} ${all}
    <button type="submit">Continue</button>
    <p class="soft">You confirm the amount on the next page. Then we pay it to your bank account.</p>
  </form>`;
}

const STATUS: Record<ShareStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'plain' },
  available: { label: 'Available', tone: 'good' },
  frozen: { label: 'Frozen', tone: 'warn' },
  taken_back: { label: 'Refunded', tone: 'bad' },
};

function salesTable(shares: Awaited<ReturnType<typeof listSoldShares>>): Markup {
  return dataTable(
    'Sales',
    ['Opportunity', 'Sold', 'Status', { label: 'Your share', figure: true }],
    shares.map(({ title, createdAt, status, amount, currency }) => [
      html`<span dir="auto">${title}</span>`,
      localTime(createdAt, 'date'),
      badge(STATUS[status].label, STATUS[status].tone),
      formatMoney({ amount, currency }),
    ]),
  );
}

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function withdrawalTable(withdrawals: Awaited<ReturnType<typeof listWithdrawals>>): Markup {
  return dataTable(
    'Withdrawals',
    ['Requested', 'Status', { label: 'Amount', figure: true }],
    withdrawals.map((withdrawal) => [
      localTime(withdrawal.requestedAt),
      statusWords(withdrawal),
      money(withdrawal.amount),
    ]),
  );
}

function statusWords({ status, failureReason, writtenOff }: Withdrawal): string {
  // The usual label of this status says that the money is back in the balance, which is wrong after a write-off.
  const words = writtenOff ? 'ended' : MEANING[status].words;
  return [sentenceCase(words), ...(failureReason === null ? [] : [explainFailure(failureReason)])].join('. ');
}

const checkAmount = (amount: string): number => {
  const cents = Math.round(Number(amount) * 100);
  if (cents >= minimum && cents <= maximum) return cents;
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/amount', code: 'out_of_range', detail: 'is out of range' }],
  });
};

/** Asks the contributor to confirm a withdrawal. Nothing is withdrawn yet. */
export const confirmWithdrawal = accountForm({
  path: `${PATH}/confirm`,
  needs: 'payouts',
  stepUp: { returnTo: PATH },
  form: Type.Object({ amount: FIELDS.amount.schema }),
  again: view,
  check: ({ amount }) => void checkAmount(amount),

  async handle({ deps, session, body }) {
    const cents = checkAmount(body.amount);
    const { available } = await balanceOf(deps, session);
    if (cents > available) throw new Failure('insufficient_balance');
    return accountReply(session, {
      current: PATH,
      above: { href: PATH, label: 'Earnings' },
      title: `Withdraw ${rounded(cents)}?`,
      lead: `We pay it to your bank account. ${rounded(available - cents)} stays available.`,
      body: html`<form method="post" action="${PATH}/withdraw">
        ${csrfField(session)}
        <input type="hidden" name="amount" value="${body.amount}" />
        <input type="hidden" name="idempotencyKey" value="${randomUUID()}" autocomplete="off" />
        <p class="actions">
          <button type="submit">Withdraw ${rounded(cents)}</button>
          <a class="button quiet" href="${PATH}">Cancel</a>
        </p>
      </form>`,
    });
  },
});

/** Withdraws the confirmed amount, once per confirmation. */
export const withdrawEarnings = accountForm({
  path: `${PATH}/withdraw`,
  needs: 'payouts',
  stepUp: { returnTo: PATH },
  accountLimit: 'withdrawals',
  form: Type.Object({
    amount: FIELDS.amount.schema,
    idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }),
  }),
  again: view,
  check: ({ amount }) => void checkAmount(amount),

  async handle({ deps, session, body }) {
    await balanceOf(deps, session);
    const amount = checkAmount(body.amount);
    const owner = { accountId: session.account.id, mode: 'live' as const };
    const idempotency = {
      ...owner,
      operation: `POST ${PATH}/withdraw`,
      key: body.idempotencyKey,
      fingerprint: fingerprint({ amount }),
    };
    await withdraw(deps, { idempotency, ...owner, amount, note: null });
    return seeOther(PATH);
  },
});
