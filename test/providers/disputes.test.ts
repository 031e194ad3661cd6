/** Disputes at the payment provider's stand-in, as the product's client reads them over real HTTP. */
import { CASE_TYPES, DISPUTE_PHASES } from '../../stand-ins/payments/world';
import { eventually } from '../support/eventually';
import { use } from '../support/use';
import { failure, paidOrder, startParts } from './payment-parts';

const parts = use(() => startParts());

test('a disputed payment is not refunded; once the dispute is won it is', async () => {
  const { order, paymentId } = await paidOrder(parts);
  const opened = await parts.control('disputes', { paymentIntent: paymentId });
  expect(await parts.payments.retrieveDispute('live', opened.id)).toMatchObject({
    status: 'open',
    orderId: order.orderId,
    paymentId,
  });
  const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 };
  expect(await failure(parts.payments.refund(request))).toMatchObject({ kind: 'disputed' });

  await parts.control(`disputes/${opened.id}/close`, { outcome: 'won' });
  expect(await parts.payments.retrieveDispute('live', opened.id)).toMatchObject({ status: 'won' });
  await eventually('both events', () => parts.endpoint.types().includes('charge.dispute.closed'));
  // Under the same idempotency key the provider repeats its refusal for a day.
  expect(await parts.payments.refund(request)).toMatchObject({ status: 'succeeded', attempt: 1 });
});

test('parts of a payment are disputed, several times and in other currencies, and what a lost one left is refunded', async () => {
  const { order, paymentId } = await paidOrder(parts);
  const { amount } = order.price;
  const dispute = (over: object) => parts.control('disputes', { paymentIntent: paymentId, ...over });
  const first = await dispute({ amount: 1_000 });
  const second = await dispute({ amount: 460, currency: 'eur' });
  expect(await dispute({ amount })).toMatchObject({ error: { message: expect.stringContaining('can be disputed') } });
  const listed = await parts.payments.listDisputes('live', paymentId);
  expect(listed).toMatchObject([
    { id: second.id, total: { amount: 460, currency: 'eur' }, movements: [{ amount: -500, currency: 'usd' }] },
    { id: first.id, total: { amount: 1_000, currency: 'usd' }, movements: [{ amount: -1_000, currency: 'usd' }] },
  ]);
  const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1, amount: amount - 1_500 };
  await parts.control(`disputes/${first.id}/close`, { outcome: 'lost', returned: 400 });
  expect(await failure(parts.payments.refund(request))).toMatchObject({ kind: 'disputed' });
  await parts.control(`disputes/${second.id}/close`, { outcome: 'lost' });
  expect(await parts.payments.refund(request)).toMatchObject({ total: { amount: amount - 1_500 } });
  expect(await parts.payments.refund({ ...request, amount: 400, attempt: 2 })).toMatchObject({ attempt: 2 });
  const { disputes } = await parts.control('ledger');
  const taken = disputes.filter((each: { paymentIntent: string }) => each.paymentIntent === paymentId);
  expect(taken).toMatchObject([{ taken: 500 }, { taken: 600 }]);
});

test('a dispute in any status of any case is read the same from the books, and refunds follow its flag', async () => {
  const combinations = Object.keys(DISPUTE_PHASES).flatMap((status) =>
    CASE_TYPES.map((caseType) => ({ status, caseType })),
  );
  for (const of of combinations) {
    const { order, paymentId } = await paidOrder(parts);
    const opened = await parts.control('disputes', { paymentIntent: paymentId, ...of });
    expect(opened).toMatchObject({ status: of.status, payment_method_details: { card: { case_type: of.caseType } } });
    const seen = await parts.payments.retrieveDispute('live', opened.id);
    const booked = await parts.payments.books.retrieve({
      mode: 'live',
      kind: 'dispute',
      id: opened.id,
      connectedAccountId: null,
    });
    expect({ of, state: booked?.state }).toEqual({ of, state: seen.status });
    const refunded = parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
    expect({
      of,
      refunded: await refunded.then(
        () => true,
        () => false,
      ),
    }).toEqual({ of, refunded: seen.refundable });
  }
});

test('an inquiry takes no money, and is closed by the refund of all of its payment', async () => {
  const { order, paymentId } = await paidOrder(parts);
  const { id } = await parts.control('disputes', { paymentIntent: paymentId, status: 'warning_needs_response' });
  expect(await parts.payments.retrieveDispute('live', id)).toMatchObject({ status: 'inquiry', movements: [] });
  const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 };
  await parts.payments.refund({ ...request, amount: 100 });
  expect(await parts.payments.retrieveDispute('live', id)).toMatchObject({ status: 'inquiry' });
  await parts.payments.refund({ ...request, attempt: 2 });
  expect(await parts.payments.retrieveDispute('live', id)).toMatchObject({ status: 'won', refundable: false });
  await eventually('it was told', () => parts.endpoint.types().includes('charge.dispute.closed'));
});

test.each([{ status: 'warned' }, { caseType: 'claim' }, { movements: -5 }, { movements: [0.5] }, { refundable: 'no' }])(
  'a dispute that the stand-in does not know is refused: %j',
  async (terms) => {
    const { paymentId } = await paidOrder(parts);
    expect(await parts.control('disputes', { paymentIntent: paymentId, ...terms })).toHaveProperty('error');
  },
);
