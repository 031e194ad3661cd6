import { listEntitlements } from '../../store/entitlements/read-credits';
import { contributorBalance } from '../../store/ledger/read-balances';
import { refundOrder } from '../../store/orders/refund-order';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo } from '../support/mails';
import { callsIn, endOf } from '../support/history';
import { useSales } from '../support/sales';

const sales = useSales();
const { shop, buyer, ordered, mispriced, bought, refundsOf, paymentOf, credits, evaluate, dossierStatus } = sales;
const { dispute, disputed, disputeIs, decide, missForGood } = sales;

describe('a dispute', () => {
  test('freezes the credit of its order while it is open, and gives it free when it is won', async () => {
    const orderId = await bought();
    const workflow = shop.temporal.workflow.getHandle(`payment/${orderId}`);
    // Ended, so that the dispute reaches an execution of its own.
    await workflow.result();
    const id = await disputed(orderId);
    expect(await endOf(workflow)).toMatchObject({
      outcome: 'disputed',
      amount: 4_900,
      result: { summary: expect.stringMatching(/^granted \$49\.00; dispute open over \$49\.00: \w+$/) },
    });
    const calls = await callsIn(workflow);
    expect(calls.map(({ activity }) => activity)).toEqual(['recordDispute']);
    expect(calls.filter(({ summary }) => !summary)).toEqual([]);
    expect(await evaluate()).toMatchObject({ status: 402 });
    await decide(orderId, id, 'won');
    expect(await evaluate()).toMatchObject({ status: 202 });
  });

  test('that is lost revokes the credit, and is never answered by a refund besides', async () => {
    const orderId = await bought();
    const id = await disputed(orderId);
    await decide(orderId, id, 'lost');
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
    expect(await evaluate()).toMatchObject({ status: 402 });
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('that is lost takes the credit that a failed run gave back, and account and order say where it comes from', async () => {
    await shop.agents.fault('task:refused', 'refusal');
    const orderId = await bought();
    const { body: run } = await evaluate('A weekly newsletter that is refused');
    await eventually('the credit is back', async () => (await credits()).length === 2);
    const id = await disputed(orderId);
    const account = await call<{ entitlements: object[] }>(shop.api, 'GET', '/v1/account', { key: buyer.apiKey });
    expect(account.body.entitlements[0]).toEqual({ kind: 'idea_check', unused: 0, consumed: 1, frozen: 1 });
    await decide(orderId, id, 'lost');
    expect(await evaluate()).toMatchObject({ status: 402 });
    expect(await listEntitlements(shop.db, buyer.accountId, 10)).toMatchObject([
      { source: 'run_failure', status: 'revoked', orderId, runId: run.runId },
      { source: 'order', status: 'consumed', orderId },
    ]);
  });

  test('that is lost takes the dossier of an opportunity back', async () => {
    const opportunityId = await shop.offer();
    const orderId = await bought(opportunityId);
    const id = await disputed(orderId);
    await decide(orderId, id, 'lost');
    expect(await dossierStatus(opportunityId)).toBe(404);
  });

  test('of a payment to be refunded blocks the refund; if it is lost, no refund is made', async () => {
    const { orderId, sessionId } = await mispriced();
    await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
    await shop.provider.pay(sessionId);
    const id = await dispute(orderId);
    await shop.sweep();
    await shop.orderIn(orderId, ['refund_pending'], buyer);
    await eventually('the order knows its dispute', async () => {
      await shop.sweep();
      return (await shop.order(orderId, buyer)).dispute;
    });
    expect(await refundsOf(orderId)).toEqual([]);
    await shop.provider.control(`disputes/${id}/close`, { outcome: 'lost' });
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await refundsOf(orderId)).toEqual([]);
  });

  /** A payment that goes back, since it does not match its order, and a dispute over 10.00 of its 49.00. */
  const disputedInPart = async () => {
    const { orderId, sessionId } = await mispriced();
    await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
    await shop.provider.pay(sessionId);
    const disputeId = await dispute(orderId, { amount: 1_000 });
    await shop.sweep();
    await shop.orderIn(orderId, ['refund_pending'], buyer);
    return { orderId, disputeId };
  };
  const close = (disputeId: string, verdict: object) => shop.provider.control(`disputes/${disputeId}/close`, verdict);

  test('over a part of a payment to be refunded, lost, leaves the rest, which is refunded; won after all, so is that part', async () => {
    const { orderId, disputeId } = await disputedInPart();
    expect(await refundsOf(orderId)).toEqual([]);
    await close(disputeId, { outcome: 'lost' });
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 3_900, status: 'succeeded' }]);
    const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: buyer.accountId } });
    const mail = await mailTo(shop.mails, email, 'payment-refund');
    expect(mail.text).toContain('$39.00 of your payment of $49.00');
    await close(disputeId, { outcome: 'won' });
    await eventually('that part goes back too', async () => (await refundsOf(orderId)).length === 2);
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(new Set((await refundsOf(orderId)).map(({ amount }) => amount))).toEqual(new Set([1_000, 3_900]));
  });

  test('over a part, lost, after which the provider refunds nothing, is a refund that failed: an operator is told', async () => {
    const { orderId, disputeId } = await disputedInPart();
    const paymentIntent = await paymentOf(orderId);
    await close(disputeId, { outcome: 'lost', refundable: false });
    await shop.orderIn(orderId, ['refund_failed'], buyer);
    const alerts = await shop.db.prisma.alert.findMany({ where: { subject: paymentIntent } });
    expect(alerts).toMatchObject([{ alert: 'refund-failed', facts: { orderId, paymentId: paymentIntent } }]);
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('over a part of a granted payment, lost, ends what it granted, and an operator can return the rest', async () => {
    const orderId = await bought();
    const id = await disputed(orderId, { amount: 1_000 });
    await decide(orderId, id, 'lost');
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
    const [alert] = await shop.db.prisma.alert.findMany({ where: { alert: 'dispute-lost-in-part', subject: id } });
    expect(alert).toMatchObject({ facts: { orderId, left: '$39.00' } });
    await refundOrder(shop.db, orderId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 3_900 }]);
  });

  test('whose end no event reported is read again, and what it froze is free', async () => {
    const orderId = await bought();
    const id = await disputed(orderId);
    await shop.provider.fault('charge.dispute.*', 'drop_event', 2);
    await shop.provider.control(`disputes/${id}/close`, { outcome: 'won' });
    for (const type of ['charge.dispute.closed', 'charge.dispute.funds_reinstated']) await missForGood(type, id);
    expect(await shop.sweep()).toMatchObject({ disputes: 1 });
    await disputeIs(orderId, 'won');
    expect(await evaluate()).toMatchObject({ status: 202 });
  });
});

describe('a dispute that was prevented', () => {
  const balanceOf = (accountId: string) => contributorBalance(shop.db.pool, accountId, 'live');

  test('by a refund to the cardholder is lost: access and share end with it', async () => {
    const contributor = await shop.buyer();
    const opportunityId = await shop.offer('live', contributor.accountId);
    const orderId = await bought(opportunityId);
    expect((await balanceOf(contributor.accountId))!.available).toBeGreaterThan(0);
    await dispute(orderId, { status: 'prevented', caseType: 'resolution' });
    await disputeIs(orderId, 'lost');
    expect(await dossierStatus(opportunityId)).toBe(404);
    expect(await balanceOf(contributor.accountId)).toMatchObject({ available: 0 });
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test('by a block took nothing and changes nothing', async () => {
    const orderId = await bought();
    await dispute(orderId, { status: 'prevented', caseType: 'block' });
    await disputeIs(orderId, 'won');
    expect(await evaluate()).toMatchObject({ status: 202 });
  });

  test('before its refund could be seen is lost once the money leaves', async () => {
    const orderId = await bought();
    const id = await dispute(orderId, { status: 'prevented', movements: [] });
    await disputeIs(orderId, 'won');
    await shop.provider.control(`disputes/${id}`, { movements: [-4_900] });
    await disputeIs(orderId, 'lost');
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
  });
});

describe('a payment that somebody returns by hand', () => {
  const giveBack = async (orderId: string, amount?: number) =>
    shop.provider.refundByHand(await paymentOf(orderId), amount);

  test('takes back the dossier and the share of its contributor, once', async () => {
    const contributor = await shop.buyer();
    const opportunityId = await shop.offer('live', contributor.accountId);
    const orderId = await bought(opportunityId);
    expect(await dossierStatus(opportunityId)).toBe(200);
    const balance = () => contributorBalance(shop.db.pool, contributor.accountId, 'live');
    expect((await balance())!.available).toBeGreaterThan(0);
    await shop.provider.fault('refund.created', 'duplicate_event', 1);
    await giveBack(orderId);
    const order = await shop.orderIn(orderId, ['refunded'], buyer);
    expect(order.refund).toEqual({ status: 'succeeded', amount: order.price.amount, reason: 'returned' });
    expect(await dossierStatus(opportunityId)).toBe(404);
    expect(await balance()).toMatchObject({ available: 0 });
    expect((await shop.purchase(opportunityId, await shop.buyer())).body.code).toBe('opportunity_unavailable');
  });

  test('takes an unused credit back, also where no webhook reports it', async () => {
    const orderId = await bought();
    await shop.provider.fault('refund.created', 'drop_event', 1);
    await giveBack(orderId);
    await shop.sweep();
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
  });

  test('before we received its event is granted to nobody', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.provider.fault('*', 'drop_event', 5);
    await shop.provider.pay(sessionId);
    await giveBack(orderId);
    await shop.sweep();
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
    expect(await refundsOf(orderId)).toHaveLength(1);
  });

  test('in part keeps its grant', async () => {
    const opportunityId = await shop.offer();
    const orderId = await bought(opportunityId);
    await giveBack(orderId, 100);
    await eventually('the refund was heard of', () =>
      shop.db.prisma.paymentEvent.findFirst({ where: { orderId, about: 'refund' } }),
    );
    await shop.temporal.workflow.getHandle(`payment/${orderId}`).result();
    expect((await shop.order(orderId, buyer)).status).toBe('fulfilled');
    expect(await dossierStatus(opportunityId)).toBe(200);
  });

  test('and fails on its way is a refund that failed', async () => {
    const orderId = await bought();
    const refundId = await giveBack(orderId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    await shop.provider.control(`refunds/${refundId}`, { status: 'failed' });
    expect((await shop.orderIn(orderId, ['refund_failed'], buyer)).refund).toMatchObject({ status: 'failed' });
  });
});
