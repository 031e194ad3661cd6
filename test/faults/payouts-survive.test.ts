import { requestEnd } from '../../store/withdrawals/operate-withdrawal';
import type { Customer } from '../../tools/support/api';
import { createContributor, openConnectedAccount, withdraw } from '../../tools/support/contributors';
import { eventually } from '../../tools/support/eventually';
import { checkLedger } from '../../tools/support/ledger-invariants';
import { prepareShop, type ShopProcesses } from '../../tools/support/shop-processes';

/** Delay of a provider's answer, during which the test kills a process. */
const HANGS_MS = 60_000;

let shop: ShopProcesses;
let contributor: Customer;
beforeAll(async () => {
  shop = await prepareShop({ lifetime: '31m', grace: '5m', sweep: '1h' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await Promise.all([shop.api.start(), shop.worker.start()]);
  contributor = await createContributor(shop.db, {
    balance: 20_000,
    connectedAccountId: await openConnectedAccount(shop.provider),
  });
  await fund();
});
afterEach(async () => {
  await shop.provider.control('faults', undefined, 'DELETE');
  await Promise.all([shop.api.kill(), shop.worker.kill()]);
  await checkLedger(shop.db, shop.provider);
});

// Transfers to contributors need a balance, which buyers' payments provide.
async function fund(): Promise<void> {
  const key = `fund-${Math.random()}`;
  // A machine under load answers 503 now and then; the same key goes on with the order.
  const answer = await eventually('there is a checkout', async () => {
    const made = await shop.checkout({ product: 'custom_search' }, contributor, key);
    return made.status === 200 && made;
  });
  await shop.provider.pay(answer.body.checkoutSessionId!);
  await eventually('it is paid', async () => {
    const order = await shop.db.prisma.order.findUnique({ where: { id: answer.body.orderId } });
    return order?.status === 'fulfilled';
  });
}
const requested = async () =>
  (await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' })).body.withdrawalId;
const inState = (id: string, status: string) =>
  eventually(
    `withdrawal ${id} is ${status}`,
    async () => {
      const found = await shop.db.prisma.withdrawal.findUnique({ where: { id } });
      return found?.status === status && found;
    },
    100_000,
  );
const faultIsTaken = (match: string) =>
  eventually(`a call of ${match} hangs`, async () => {
    const armed = await shop.provider.control<{ match: string; times: number }[]>('faults');
    return !armed.some((fault) => fault.match === match && fault.times > 0);
  });
const restartWorker = async () => {
  await shop.worker.kill();
  await shop.worker.start();
};

test.each(['GET /v1/accounts/*', 'POST /v1/transfers', 'GET /v1/charges/*', 'POST /v1/payouts', 'GET /v1/payouts/*'])(
  'a worker killed after %s was acted upon, before it heard so, is followed by one that pays once',
  async (match) => {
    await shop.provider.fault(match, 'timeout_after', 1, HANGS_MS);
    const id = await requested();
    await faultIsTaken(match);
    await restartWorker();
    await inState(id, 'paid');
    const { transfers, payouts } = await shop.provider.ledger();
    expect(transfers.filter(({ withdrawalId }) => withdrawalId === id)).toHaveLength(1);
    expect(payouts.filter(({ withdrawalId }) => withdrawalId === id)).toHaveLength(1);
  },
  200_000,
);

test('a worker killed while it takes a returned payout back is followed by one that gives it back once', async () => {
  const id = await requested();
  await inState(id, 'paid');
  await shop.provider.fault('POST /v1/transfers/*/reversals', 'timeout_after', 1, HANGS_MS);
  const { payouts } = await shop.provider.ledger();
  const { id: payoutId } = payouts.find(({ withdrawalId }) => withdrawalId === id)!;
  await shop.provider.control(`payouts/${payoutId}`, { status: 'failed' });
  await faultIsTaken('POST /v1/transfers/*/reversals');
  await restartWorker();
  await inState(id, 'returned');
  expect(await shop.db.prisma.ledgerTransaction.count({ where: { cause: `withdrawal:${id}:returned` } })).toBe(1);
}, 200_000);

test('a worker killed while it ends a withdrawal for an operator is followed by one that gives the money back once', async () => {
  const { connectedAccountId } = await shop.db.prisma.contributor.findFirstOrThrow({
    where: { accountId: contributor.accountId },
  });
  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 86_400_000 });
  const id = await requested();
  await eventually('the money has arrived', async () => {
    const { availableAt } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
    return availableAt !== null;
  });
  await shop.provider.fault('POST /v1/transfers/*/reversals', 'timeout_after', 1, HANGS_MS);
  await requestEnd(shop.db, id, { how: 'take_back', reason: 'by the test' });
  await faultIsTaken('POST /v1/transfers/*/reversals');
  await restartWorker();
  await inState(id, 'failed');
  expect(await shop.db.prisma.ledgerTransaction.count({ where: { cause: `withdrawal:${id}:settled` } })).toBe(1);
}, 200_000);

test('an API killed after it took a withdrawal has it paid all the same, and its retry gets the first answer', async () => {
  await shop.worker.kill();
  const body = { amount: 10_000, currency: 'usd' };
  const first = await withdraw(shop.api, contributor, body, 'killed');
  await shop.api.kill();
  await Promise.all([shop.api.start(), shop.worker.start()]);
  await inState(first.body.withdrawalId, 'paid');
  const again = await withdraw(shop.api, contributor, body, 'killed');
  expect(again).toMatchObject({ status: 202, body: { withdrawalId: first.body.withdrawalId } });
}, 200_000);
