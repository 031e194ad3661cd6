/**
 * Checks that the product reads each state in a vendor's types as the tables in vendors/ say. Each case changes a
 * response from the stand-in.
 */
import { readFileSync } from 'node:fs';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { openClaimReader } from '../../vendors/agents/claim-reader';
import {
  stateAfter,
  EVENTS,
  SESSIONS,
  STOPS,
  WHOLE_ANSWERS,
  type SessionEvent,
} from '../../vendors/agents/session-events';
import { REASONS } from '../../vendors/mail/mail-events';
import {
  CHARGES,
  CHECKOUT_PAYMENTS,
  CHECKOUTS,
  DISPUTE_CASES,
  DISPUTES,
  MOVEMENTS,
  PAYMENTS,
  PAYOUTS,
  REFUNDS,
} from '../../vendors/payments/vendor-states';
import { eventually } from '../support/eventually';
import { use } from '../support/use';
import { paidOrder, startParts } from './payment-parts';
import { follow, start, submission, useAgents } from './stand-in';

describe('payments', () => {
  const parts = use(() => startParts());
  const NEWER = 'newer_than_the_sdk';
  const force = (id: string, words: Record<string, string>) => parts.control(`objects/${id}`, words);
  const booked = (
    kind: 'charge' | 'refund' | 'dispute' | 'payout' | 'balance_movement',
    id: string,
    account?: string,
  ) => parts.payments.books.retrieve({ mode: 'live', kind, id, connectedAccountId: account ?? null });
  const refund = ({ order, paymentId }: Awaited<ReturnType<typeof paidOrder>>) =>
    parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
  let sold: Awaited<ReturnType<typeof paidOrder>>;
  beforeAll(async () => {
    sold = await paidOrder(parts);
  });

  test.each([...Object.entries(PAYMENTS), [NEWER, 'open']])('reads payment %s as %s', async (status, meaning) => {
    const { paymentId, session } = sold;
    await force(paymentId, { status });
    await force(session.id, { payment_status: 'unpaid' });
    expect((await parts.payments.retrievePayment('live', paymentId)).succeeded).toBe(meaning === 'succeeded');
    expect((await parts.payments.retrieveSession('live', session.id)).paymentFailed).toBe(meaning === 'failed');
  });

  test.each([...Object.entries(CHARGES), [NEWER, 'unpaid']])('reads charge %s as %s', async (status, meaning) => {
    const paid = await paidOrder(parts);
    const { charges } = await parts.control('ledger');
    const charge = charges.find((each: { paymentIntent: string }) => each.paymentIntent === paid.paymentId);
    await force(charge.id, { status });
    const found = await parts.payments.books.findCharge('live', paid.paymentId);
    expect(found?.id ?? null).toBe(meaning === 'paid' ? charge.id : null);
  });

  test.each([...Object.entries(CHECKOUTS), [NEWER, 'open']])('reads checkout %s as %s', async (status, meaning) => {
    await force(sold.session.id, { status });
    expect((await parts.payments.retrieveSession('live', sold.session.id)).status).toBe(meaning);
  });

  test.each([...Object.entries(CHECKOUT_PAYMENTS), [NEWER, null]])(
    'reads checkout payment %s as %s',
    async (state, meaning) => {
      await force(sold.session.id, { payment_status: state });
      expect((await parts.payments.retrieveSession('live', sold.session.id)).paid).toBe(meaning === 'paid');
    },
  );

  test.each([...Object.entries(REFUNDS), [NEWER, 'pending']])('books refund %s as %s', async (status, state) => {
    const paid = await paidOrder(parts);
    const { id } = await refund(paid);
    await force(id, { status });
    const known = Object.hasOwn(REFUNDS, status) ? status : 'pending';
    expect(await parts.payments.listRefunds('live', paid.paymentId)).toMatchObject([{ id, status: known }]);
    expect(await booked('refund', id)).toMatchObject({ state });
  });

  test('reads each payout state as sent or returned', async () => {
    const { connected } = parts.payments;
    const contributor = { mode: 'live', accountId: 'acc_1', email: 'c@shop.example', country: 'US' } as const;
    const account = await connected.create(contributor);
    await parts.control(`accounts/${account}`, { payoutsEnabled: true });
    const amount = { amount: 1_000, currency: 'usd' } as const;
    const order = { mode: 'live', withdrawalId: 'wdr_1', connectedAccountId: account, amount, refusals: 0 } as const;
    await connected.transfer(order);
    const { id } = await connected.payOut(order, { ...amount, amount: 500 });
    await eventually(
      'its arrival',
      async () => (await connected.retrievePayout('live', account, id)).status === 'paid',
    );
    for (const [status, meaning] of [...Object.entries(PAYOUTS), [NEWER, 'left']] as const) {
      await force(id, { status });
      const known = Object.hasOwn(PAYOUTS, status) ? status : 'pending';
      expect(await connected.retrievePayout('live', account, id)).toMatchObject({ status: known });
      expect([status, (await booked('payout', id, account))?.remaining]).toEqual([
        status,
        meaning === 'back' ? 0 : 500,
      ]);
    }
  });

  test('classifies a balance movement by its type and object', async () => {
    const { paymentId } = await paidOrder(parts);
    const dispute = await parts.control('disputes', { paymentIntent: paymentId });
    const returned = await refund(await paidOrder(parts));
    const { charges, transfers } = await parts.control('ledger');
    const reversed = await parts.api(`/v1/transfers/${transfers[0].id}/reversals`, { amount: '100' });
    const sources: Record<string, string> = {
      charge: charges[0].id,
      refund: returned.id,
      dispute: dispute.id,
      transfer: transfers[0].id,
      transfer_reversal: reversed.id,
    };
    for (const [type, meaning] of [...Object.entries(MOVEMENTS), [NEWER, null] as const]) {
      const [[object, kind] = []] = typeof meaning === 'object' && meaning ? Object.entries(meaning) : [];
      const moved = { type, amount: -100, currency: 'usd', ...(object && { source: sources[object] }) };
      const { id } = await parts.control('balance-transactions', moved);
      const read = (await booked('balance_movement', id))?.movement;
      const expected = kind ?? meaning;
      expect({ type, ...read }).toMatchObject({ type, kind: expected, known: expected !== null });
    }
  });

  test('reads disputes of any status and case from the books, and refunds by their flag', async () => {
    for (const status of Object.keys(DISPUTES)) {
      for (const caseType of Object.keys(DISPUTE_CASES)) {
        const paid = await paidOrder(parts);
        const opened = await parts.control('disputes', { paymentIntent: paid.paymentId, status, caseType });
        const { status: state, refundable } = await parts.payments.retrieveDispute('live', opened.id);
        expect({ status, caseType, ...(await booked('dispute', opened.id)) }).toMatchObject({
          status,
          caseType,
          state,
        });
        const isRefunded = await refund(paid).then(
          () => true,
          () => false,
        );
        expect({ status, caseType, isRefunded }).toEqual({ status, caseType, isRefunded: refundable });
      }
    }
  });

  // The SDK declares these as strings; only its documentation lists the values.
  test.each([
    ['Refunds', /Status of the refund\. This can be ([^.]*)\./, REFUNDS],
    ['Payouts', /Current status of the payout: ([^.]*)\./, PAYOUTS],
  ])('covers the states of %s that the SDK documents', (name, documented, table) => {
    const path = require.resolve('stripe').replace(/stripe\/.*$/, `stripe/esm/resources/${name}.d.ts`);
    const [, words] = documented.exec(readFileSync(path, 'utf8')) ?? [];
    const named = [...words!.matchAll(/`(\w+)`/g)].map(([, word]) => word);
    expect(new Set(named)).toEqual(new Set(Object.keys(table)));
  });
});

describe('agents', () => {
  const { standIn, agents, agent } = useAgents();
  const force = (id: string, state: object) => standIn.request('POST', `/_control/sessions/${id}`, state);
  const waiting = async (idea: string) => {
    const id = await start(agents, agent, idea);
    return { id, ...(await submission(agents, id)) };
  };

  test.each(Object.entries(STOPS).filter(([, state]) => state))(
    'ends an accepted session that stops with %s, without resuming it: %j',
    async (stop, state) => {
      const { id, cursor, toolUseId } = await waiting(`Stopped by ${stop}`);
      await agents.answer(id, toolUseId, []);
      await force(id, { stop });
      const paused = stop === 'budget_reached' ? 'budget_exceeded' : 'ended';
      const type = state!.type === 'paused' ? paused : state!.type;
      expect((await follow(agents, id, cursor)).turn).toMatchObject({ type });
    },
  );

  test('ends a session with a stop reason newer than the SDK', async () => {
    const { id, cursor, toolUseId } = await waiting('Stopped');
    await agents.answer(id, toolUseId, []);
    await force(id, { stop: 'newer' });
    expect((await follow(agents, id, cursor)).turn).toMatchObject({ reason: expect.stringContaining('does not know') });
  });

  test.each(Object.entries(SESSIONS))('reads session %s as %s', async (status, meaning) => {
    const { id, toolUseId } = await waiting(`Is ${status}`);
    await agents.answer(id, toolUseId, []);
    const end = (await follow(agents, id)).turn.cursor;
    await force(id, { status });
    // A waiting session never ends, so its follower gives up soon. A finished session gets more time, for slow
    // machines.
    const again = follow(agents, id, end, AbortSignal.timeout(meaning === 'over' ? 60_000 : 300)).then(
      ({ turn }) => turn.type,
      () => 'waits',
    );
    expect(await again).toBe(meaning === 'over' ? 'ended' : 'waits');
  });

  test.each([...Object.entries(EVENTS), ['newer.event', 'nothing']])('reads event %s as %s', (type, meaning) => {
    const event = { type, id: 'sevt_1', name: 'submit_findings', input: {}, stop_reason: { type: 'end_turn' } };
    const state = stateAfter(event as unknown as SessionEvent, new Set());
    const said = {
      acts: expect.objectContaining({ type: expect.stringMatching(/^(submitted|paused)$/) as string }) as unknown,
      terminated: { type: 'ended', reason: 'the session was terminated' },
      deleted: { type: 'deleted' },
      running: 'running',
      nothing: null,
    }[meaning];
    expect(state).toEqual(said);
  });

  test.each(Object.entries(WHOLE_ANSWERS))('counts a judgment that stops with %s: %s', async (stop, isWhole) => {
    await standIn.fault('POST /v1/messages', `reader_${stop}`);
    const settings = { ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY, ANTHROPIC_BASE_URL: standIn.url };
    const reader = openClaimReader({ ...settings, CLAIM_CHECK: 'on', CLAIM_CHECK_MODEL: 'claude-haiku-5-5' });
    const claim = { claim: 'It has 40 members.', excerpt: 'It has 40 members.', surroundings: null, calculation: null };
    const { support } = await reader.judge(claim, AbortSignal.timeout(10_000));
    expect(support).toBe(isWhole ? 'supported' : null);
  });
});

describe('mail', () => {
  const read = (type: keyof typeof REASONS, data: object) => REASONS[type](data);

  test('suppresses addresses only for permanent bounces, complaints and the provider’s list', () => {
    expect(read('email.bounced', { bounce: { type: 'Permanent' } })).toBe('bounce');
    expect(read('email.bounced', { bounce: { type: 'Transient' } })).toBeNull();
    expect(read('email.complained', {})).toBe('complaint');
    expect(read('email.suppressed', { suppressed: { reason: 'previous_complaint' } })).toBe('complaint');
    expect(read('email.suppressed', {})).toBe('bounce');
    expect(read('suppression.added', { origin: 'complaint' })).toBe('complaint');
    expect(read('suppression.added', { origin: 'bounce' })).toBe('bounce');
    const others = (Object.keys(REASONS) as (keyof typeof REASONS)[]).filter((type) => read(type, {}) === null);
    expect(others).toHaveLength(Object.keys(REASONS).length - 3);
  });
});
