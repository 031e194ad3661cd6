/** Contributor accounts, transfers and payouts: the product's client against the payment stand-in. */
import type { Payments } from '../../modules/orders/payment-provider';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createPayments } from '../../vendors/payments/open-payments';
import { use } from '../support/use';
import { failure, paidOrder, startParts } from './payment-parts';

const parts = use(() => startParts());
beforeAll(() => paidOrder(parts, { price: { amount: 99_900, currency: 'usd' } }));
afterEach(() => parts.control('faults', undefined, 'DELETE'));

let made = 0;
/** A withdrawal to a new account that can receive payouts. */
async function payable(cents = 1_000, country = 'US') {
  const withdrawalId = `wdr_${++made}`;
  const contributor = { mode: 'live' as const, accountId: `acc_${made}`, email: 'd@shop.example', country };
  const connectedAccountId = await parts.payments.connected.create(contributor);
  await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
  const amount = { amount: cents, currency: 'usd' as const };
  return { mode: 'live' as const, withdrawalId, connectedAccountId, amount, refusals: 0 };
}
const ledgerOf = async (kind: 'transfers' | 'payouts', withdrawalId: string) =>
  (await parts.control('ledger'))[kind].filter((each: { withdrawalId: string }) => each.withdrawalId === withdrawalId);

test('makes one transfer and one payout for three concurrent attempts', async () => {
  const { connected } = parts.payments;
  const withdrawal = await payable();
  const atOnce = <T>(attempt: () => Promise<T>) => Promise.all([attempt(), attempt(), attempt()]);
  const [transfer] = await atOnce(() => connected.transfer(withdrawal));
  expect(await ledgerOf('transfers', withdrawal.withdrawalId)).toMatchObject([{ id: transfer.id }]);
  await atOnce(() => connected.payOut(withdrawal, withdrawal.amount));
  expect(await ledgerOf('payouts', withdrawal.withdrawalId)).toHaveLength(1);
});

test('repeats a refusal for lack of funds until the transfer is requested again', async () => {
  const { connected } = parts.payments;
  const withdrawal = await payable(5_000_000);
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  await paidOrder(parts, { price: withdrawal.amount });
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  const transfer = await connected.transfer({ ...withdrawal, refusals: 1 });
  expect(await connected.findTransfer('live', withdrawal.withdrawalId)).toEqual(transfer);
});

test('does not delay money when the provider repeats a 500 under its key', async () => {
  const { connected } = parts.payments;
  const withdrawal = await payable();
  const fail = (match: string) => parts.control('faults', { match, effect: 'error_500', times: 1 });
  await fail('POST /v1/transfers');
  const { id } = await connected.transfer(withdrawal);
  await fail('POST /v1/payouts');
  await connected.payOut(withdrawal, { amount: 1, currency: 'usd' });
  expect(await ledgerOf('payouts', withdrawal.withdrawalId)).toHaveLength(1);
  const other = await payable();
  const second = await connected.transfer(other);
  await fail('POST /v1/transfers/*/reversals');
  await connected.reverseTransfer(other, second.id);
  expect(await ledgerOf('transfers', other.withdrawalId)).toMatchObject([{ status: 'reversed' }]);
  expect(await ledgerOf('transfers', withdrawal.withdrawalId)).toMatchObject([{ id, status: 'paid' }]);
});

test('distinguishes a disconnected account from a refused key in every call', async () => {
  const { connected } = parts.payments;
  const order = await payable();
  const { connectedAccountId, amount, withdrawalId } = order;
  const { id } = await connected.transfer(order);
  await parts.control(`accounts/${connectedAccountId}`, { deauthorized: true });
  for (const call of [
    connected.retrieve('live', connectedAccountId),
    connected.retrieve('live', 'acct_unknown'),
    connected.transfer({ ...order, withdrawalId: 'wdr_gone_too' }),
    connected.retrieveArrival(order, id),
    connected.payOut(order, amount),
    connected.retrievePayout('live', connectedAccountId, 'po_any'),
    connected.cancelPayout('live', connectedAccountId, 'po_any'),
  ]) {
    expect(await failure(call)).toMatchObject({ kind: 'account_gone' });
  }
  await connected.reverseTransfer(order, id);
  expect(await connected.findTransfer('live', withdrawalId)).toMatchObject({ reversed: true });
});

describe("a contributor's account", () => {
  let contributors = 0;
  /** A contributor without an account, and a function that opens the account. */
  const contributor = (of: Payments = parts.payments) => {
    const accountId = `acc_new_${++contributors}`;
    const open = (country = 'US', email = 'n@shop.example') =>
      of.connected.create({ mode: 'live', accountId, email, country });
    return { accountId, open };
  };
  const scheduled = async () => (await parts.payments.connected.retrievePlatform('live')).scheduledAccounts;

  /** Requests an account through version 2 of the API, as the product does. Returns the response. */
  const ask = async (configuration: object, key = `key-${++contributors}`) => {
    const responsibilities = { fees_collector: 'application', losses_collector: 'application' };
    const answer = await fetch(`${parts.url}/v2/core/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}`, 'idempotency-key': key },
      body: JSON.stringify({ identity: { country: 'DE' }, defaults: { responsibilities }, configuration }),
    });
    return (await answer.json()) as { id: string; error?: object };
  };
  const RECIPIENT = { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } };

  test('is refused until the platform is complete, in any country', async () => {
    const { open } = contributor();
    await parts.control('platform', { connect: false });
    for (const country of ['US', 'DE']) expect(await failure(open(country))).toMatchObject({ kind: 'rejected' });
    await parts.control('platform', { connect: true });
    expect(await failure(open('KP'))).toMatchObject({ kind: 'rejected' });
    const id = await open('DE');
    expect(await parts.payments.connected.retrieve('live', id)).toMatchObject({ country: 'DE', currency: 'eur' });
  });

  test('is found again after its country or address changed', async () => {
    const first = contributor();
    const id = await first.open();
    // Open more accounts than fit on one page of the provider's list.
    for (let n = 0; n < 21; n++) await contributor().open();
    expect([await first.open(), await first.open('DE'), await first.open('US', 'new@shop.example')]).toEqual([
      id,
      id,
      id,
    ]);
  });

  test('is not confused with that of another deployment', async () => {
    const other = createPayments({
      keys: PAYMENTS_STAND_IN_KEYS,
      webhookSecrets: {},
      baseUrl: parts.url,
      deploymentId: () => Promise.resolve('another'),
    });
    const { accountId, open } = contributor();
    const theirs = await other.connected.create({ mode: 'live', accountId, email: 'n@shop.example', country: 'DE' });
    expect(await open()).not.toBe(theirs);
  });

  test('is paid only by withdrawals, even if the answer about its schedule was lost', async () => {
    const { open } = contributor();
    await parts.control('faults', { match: 'POST /v1/balance_settings', effect: 'error_500', times: 1 });
    expect(await failure(open())).toMatchObject({ kind: 'unavailable' });
    expect(await scheduled()).toHaveLength(1);
    await open();
    expect(await scheduled()).toEqual([]);
  });

  test('can be paid once its details are entered and verified', async () => {
    const slow = await startParts({ payoutStepMs: 3_600_000 });
    const { connected } = slow.payments;
    const id = await contributor(slow.payments).open();
    const status = async () => {
      const { configuration } = await slow.api(`/v2/core/accounts/${id}?include[0]=configuration.recipient`);
      return configuration.recipient.capabilities.stripe_balance.stripe_transfers.status as string;
    };
    const enabled = async () => (await connected.retrieve('live', id)).payoutsEnabled;
    expect([await status(), await enabled()]).toEqual(['restricted', false]);
    const back = 'https://shop.example/account';
    await fetch(await connected.onboardingUrl('live', id, { returnUrl: back, refreshUrl: back }), {
      method: 'POST',
      redirect: 'manual',
    });
    expect([await status(), await enabled()]).toEqual(['pending', false]);
    await slow.control(`accounts/${id}`, { payoutsEnabled: true });
    expect([await status(), await enabled()]).toEqual(['active', true]);
    await slow.close();
  });

  test('is a recipient: unlike a merchant account, it can receive transfers abroad', async () => {
    const abroad = await payable(1_000, 'DE');
    await parts.payments.connected.transfer(abroad);
    const { id } = await ask({ merchant: { capabilities: { card_payments: { requested: true } } } });
    await parts.control(`accounts/${id}`, { payoutsEnabled: true });
    expect(await parts.payments.connected.retrieve('live', id)).toMatchObject({ payoutsEnabled: false });
    const order = { ...abroad, withdrawalId: 'wdr_merchant', connectedAccountId: id };
    expect(await failure(parts.payments.connected.transfer(order))).toMatchObject({ kind: 'rejected' });
  });

  test('follows version 2 of the API: retries run again, unknown fields are rejected', async () => {
    const recipient = () => ask({ recipient: RECIPIENT }, 'asked-again');
    await parts.control('platform', { connect: false });
    expect(await recipient()).toMatchObject({ error: { code: 'accounts_v2_access_blocked' } });
    await parts.control('platform', { connect: true });
    const { id } = await recipient();
    expect(await recipient()).toMatchObject({ id });
    expect(await ask({}, 'asked-again')).toMatchObject({ error: { type: 'idempotency_error' } });
    const stripe_balance = { ...RECIPIENT.capabilities.stripe_balance, payouts: { requested: true } };
    const { error } = await ask({ recipient: { capabilities: { stripe_balance } } });
    expect(error).toMatchObject({ code: 'invalid_fields', message: expect.stringContaining('payouts') });
  });
});
