/** Maps each of the payment provider's dispute states to the movement of its money. */
import type Stripe from 'stripe';
import type { DisputeStatus } from '../../modules/ledger/contract';
import { disputeStatus } from '../../vendors/payments/returns';

type Status = Stripe.Dispute.Status;
type CaseType = Stripe.Dispute.PaymentMethodDetails.Card.CaseType;

/** Balance movements of a dispute over 59,900 minor units. */
const NET = { nothing: [], taken: [-59_900], back: [-59_900, 59_900], 'in part back': [-59_900, 20_000] } as const;
type Net = keyof typeof NET;
const NETS = Object.keys(NET) as Net[];

const perNet = (...states: DisputeStatus[]) =>
  Object.fromEntries(NETS.map((net, i) => [net, states[i]!])) as Record<Net, DisputeStatus>;
const CLOSED = perNet('won', 'lost', 'won', 'lost');
const ASKING = perNet('inquiry', 'open', 'inquiry', 'open');
const DISPUTED = perNet('open', 'open', 'open', 'open');
const BY_STATUS = {
  warning_needs_response: ASKING,
  warning_under_review: ASKING,
  warning_closed: CLOSED,
  needs_response: DISPUTED,
  under_review: DISPUTED,
  appeal_needs_response: DISPUTED,
  appeal_under_review: DISPUTED,
  prevented: CLOSED,
  won: CLOSED,
  lost: { ...CLOSED, nothing: 'lost' },
} satisfies Record<Status, Record<Net, DisputeStatus>>;

const CASE_TYPES = ['block', 'chargeback', 'compliance', 'inquiry', 'resolution'] satisfies CaseType[];

interface Told {
  status: string;
  caseType?: string;
  moved?: readonly number[];
  refundable?: boolean;
  rate?: number;
}

function told({ status, caseType = 'chargeback', moved = [], refundable = false, rate }: Told): DisputeStatus {
  return disputeStatus({
    status,
    is_charge_refundable: refundable,
    payment_method_details: { type: 'card', card: { case_type: caseType } },
    balance_transactions: moved.map((amount) => ({ amount, exchange_rate: rate ?? null })),
  } as unknown as Stripe.Dispute);
}

const cases = Object.entries(BY_STATUS).flatMap(([status, states]) =>
  CASE_TYPES.flatMap((caseType) => NETS.map((net) => ({ status, caseType, net, state: states[net] }))),
);
test.each(cases)('classifies a $caseType with the status $status and $net by its money', (each) => {
  const { status, caseType, net } = each;
  let { state } = each;
  // An inquiry moves no money in any status.
  if (caseType === 'inquiry' && state === 'open' && (net === 'nothing' || net === 'back')) state = 'inquiry';
  // A resolution refunds the cardholder, even before we can see it.
  if (caseType === 'resolution' && status === 'prevented' && net === 'nothing') state = 'lost';
  expect(told({ status, caseType, moved: NET[net] })).toBe(state);
});

test('treats no money as taken while the payment stays refundable', () => {
  expect(told({ status: 'lost', refundable: true })).toBe('won');
  expect(told({ status: 'prevented', caseType: 'resolution', refundable: true })).toBe('won');
  expect(told({ status: 'needs_response', refundable: true })).toBe('inquiry');
  expect(told({ status: 'needs_response', refundable: true, moved: [-59_900] })).toBe('open');
});

test('is open when the status is unknown', () => {
  for (const moved of Object.values(NET))
    expect(told({ status: 'settled_early', refundable: true, moved })).toBe('open');
});

test('stays won when the exchange rate returns less than was taken', () => {
  expect(told({ status: 'won', moved: [-5_435, 5_400], rate: 1.18 })).toBe('won');
  expect(told({ status: 'won', moved: [-5_435], rate: 1.18 })).toBe('lost');
  expect(told({ status: 'lost', moved: [-5_435, 2_000], rate: 1.18 })).toBe('lost');
});

test('follows the money for other payment methods', () => {
  const klarna = { payment_method_details: { type: 'klarna' }, status: 'lost', is_charge_refundable: false };
  const moved = { ...klarna, balance_transactions: [{ amount: -100, exchange_rate: null }] };
  expect(disputeStatus(moved as unknown as Stripe.Dispute)).toBe('lost');
});
