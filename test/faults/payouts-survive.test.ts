import { requestEnd } from '../../store/withdrawals/request-end';
import type { Customer } from '../support/api';
import { createContributor, openConnectedAccount, withdraw } from '../support/contributors';
import { eventually } from '../support/eventually';
import { checkLedger } from '../support/ledger-invariants';
import { running } from '../support/processes';
import { prepareShop } from '../support/shop-processes';
import { use } from '../support/use';

/** Delay of a provider's answer, during which the test kills a process. */
const HANGS_MS = 60_000;

const CALLS_OF_A_PAYOUT = [
  'GET /v1/accounts/*',
  'POST /v1/transfers',
  'GET /v1/charges/*',
  'POST /v1/payouts',
  'GET /v1/payouts/*',
];

const shop = use(() => running(prepareShop({ lifetime: '31m', grace: '5m', sweep: '1h' })));
afterEach(() => checkLedger(shop.db, shop.provider));

const contributor = async () =>
  createContributor(shop.db, { balance: 20_000, connectedAccountId: await openConnectedAccount(shop.provider) });

// Transfers to contributors need a balance, which buyers' payments provide.
async function fund(buyer: Customer): Promise<void> {
  const key = `fund-${Math.random()}`;
  // A machine under load answers 503 now and then; the same key resumes the order.
  const answer = await eventually('there is a checkout', async () => {
    const made = await shop.checkout({ product: 'custom_search' }, buyer, key);
    return made.status === 200 && made;
  });
  await shop.provider.pay(answer.body.checkoutSessionId!);
  await eventually('it is paid', async () => {
    const order = await shop.db.prisma.order.findUnique({ where: { id: answer.body.orderId } });
    return order?.status === 'fulfilled';
  });
}
const requested = async (of: Customer) =>
  (await withdraw(shop.api, of, { amount: 10_000, currency: 'usd' })).body.withdrawalId;
const inState = (id: string, status: string) =>
  eventually(
    `withdrawal ${id} is ${status}`,
    async () => {
      const found = await shop.db.prisma.withdrawal.findUnique({ where: { id } });
      return found?.status === status && found;
    },
    100_000,
  );
const gaveBack = (id: string, how: 'returned' | 'settled') =>
  shop.db.prisma.ledgerTransaction.count({ where: { cause: `withdrawal:${id}:${how}` } });

test('a worker killed after each call of a payout was acted upon, before it heard so, is followed by one that moves the money once', async () => {
  const payees = await Promise.all([...CALLS_OF_A_PAYOUT, 'returned', 'ended'].map(contributor));
  for (const payee of payees) await fund(payee);
  const [ofReturned, ofEnded] = payees.splice(0, 2) as [Customer, Customer];
  const returned = await requested(ofReturned);
  await inState(returned, 'paid');
  const { connectedAccountId } = await shop.db.prisma.contributor.findFirstOrThrow({
    where: { accountId: ofEnded.accountId },
  });
  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 86_400_000 });
  const ended = await requested(ofEnded);
  await eventually('the money has arrived', async () => {
    const { availableAt } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id: ended } });
    return availableAt !== null;
  });

  // What hangs goes no further: each call stops another withdrawal.
  for (const call of CALLS_OF_A_PAYOUT) await shop.provider.fault(call, 'timeout_after', 1, HANGS_MS);
  await shop.provider.fault('POST /v1/transfers/*/reversals', 'timeout_after', 2, HANGS_MS);
  const ids = await Promise.all(payees.map(requested));
  const before = (await shop.provider.ledger()).payouts;
  const { id: payoutId } = before.find(({ withdrawalId }) => withdrawalId === returned)!;
  await shop.provider.control(`payouts/${payoutId}`, { status: 'failed' });
  await requestEnd(shop.db, ended, { how: 'take_back', reason: 'by the test' });
  await shop.provider.allFaultsTaken();
  await shop.worker.kill();
  await shop.worker.start();

  for (const id of ids) await inState(id, 'paid');
  await inState(returned, 'returned');
  await inState(ended, 'failed');
  const { transfers, payouts } = await shop.provider.ledger();
  for (const id of ids) {
    expect(transfers.filter(({ withdrawalId }) => withdrawalId === id)).toHaveLength(1);
    expect(payouts.filter(({ withdrawalId }) => withdrawalId === id)).toHaveLength(1);
  }
  expect([await gaveBack(returned, 'returned'), await gaveBack(ended, 'settled')]).toEqual([1, 1]);
}, 300_000);

test('an API killed after it took a withdrawal has it paid all the same, and its retry gets the first answer', async () => {
  const payee = await contributor();
  await fund(payee);
  await shop.worker.kill();
  const body = { amount: 10_000, currency: 'usd' };
  const first = await withdraw(shop.api, payee, body, 'killed');
  await shop.api.kill();
  await Promise.all([shop.api.start(), shop.worker.start()]);
  await inState(first.body.withdrawalId, 'paid');
  const again = await withdraw(shop.api, payee, body, 'killed');
  expect(again).toMatchObject({ status: 202, body: { withdrawalId: first.body.withdrawalId } });
}, 200_000);
