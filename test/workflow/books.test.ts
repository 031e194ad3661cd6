import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { CARD_FEES } from '../../stand-ins/payments/fees';
import { sumBooks } from '../../store/ledger/read-books';
import {
  advancePayoutTo,
  createContributor,
  openConnectedAccount,
  sellFor,
  withdraw,
  withdrawalIn,
} from '../support/contributors';
import { eventually } from '../support/eventually';
import { use, useCheckedShop } from '../support/use';

const OPENING = 1_000_000;

const shop = useCheckedShop({ standIn: { fees: CARD_FEES, openingBalance: OPENING, payoutStepMs: 3_600_000 } });
const buyer = use(() => shop.buyer());

/** Balance that the provider says we have, less the one it opened with. */
async function earned(): Promise<number> {
  const headers = { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}` };
  const answer = await fetch(`${shop.provider.url}/v1/balance`, { headers });
  const { available } = (await answer.json()) as { available: { amount: number; currency: string }[] };
  return (available.find(({ currency }) => currency === 'usd')?.amount ?? OPENING) - OPENING;
}
const booked = async () =>
  Object.fromEntries((await sumBooks(shop.db)).map(({ account, amount }) => [account, amount]));
const agree = () =>
  eventually('the books agree with the provider', async () => -((await booked()).provider ?? 0) === (await earned()));

test('sales, fees, disputes, refunds and payouts leave what the provider says we have, to the cent', async () => {
  const pay = async () => {
    const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
    await shop.provider.pay(body.checkoutSessionId!);
    await shop.orderIn(body.orderId, ['fulfilled'], buyer);
    const { charges } = await shop.provider.ledger();
    return {
      orderId: body.orderId,
      paymentIntent: charges.find(({ orderId }) => orderId === body.orderId)!.paymentIntent,
    };
  };
  const [lost, won, refunded] = [await pay(), await pay(), await pay()];
  await agree();
  expect(await booked()).toMatchObject({ sales: 3 * 4_900, fees: -3 * 172 });

  for (const [{ orderId, paymentIntent }, outcome] of [
    [lost, 'lost'],
    [won, 'won'],
  ] as const) {
    const { id } = await shop.provider.control<{ id: string }>('disputes', { paymentIntent });
    await eventually('the dispute is open', async () => (await shop.order(orderId, buyer)).dispute);
    await shop.provider.control(`disputes/${id}/close`, { outcome });
    await eventually('it is closed', async () => (await shop.order(orderId, buyer)).dispute?.status === outcome);
  }
  await fetch(`${shop.provider.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}` },
    body: new URLSearchParams({ payment_intent: refunded.paymentIntent }),
  });
  await shop.orderIn(refunded.orderId, ['refunded'], buyer);
  await agree();
  const after = await booked();
  expect(after).toMatchObject({ sales: 4_900, fees: -3 * 172 - 2 * CARD_FEES.dispute });
  expect([after.disputed ?? 0, after.returns ?? 0]).toEqual([0, 0]);

  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { balance: 0, connectedAccountId });
  await sellFor(shop, contributor);
  const { body } = await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' });
  await withdrawalIn(shop, contributor, body.withdrawalId, 'in_transit');
  await agree();
  expect(await booked()).toMatchObject({ connected: -10_000, held: 10_000 });
  await advancePayoutTo(shop.provider, body.withdrawalId, 'paid');
  await withdrawalIn(shop, contributor, body.withdrawalId, 'paid');
  await agree();
  expect(await booked()).toMatchObject({ connected: 0, held: 0 });
});
