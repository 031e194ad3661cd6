import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { BalanceMovement } from '../../contracts/money';
import type { BookedMovement, BookedObject, MovementKind } from '../../contracts/reconciliation';

type Type = Stripe.BalanceTransaction.Type;

/** Types that move our balance and are about no object of ours. */
const OWN_MONEY: readonly Type[] = [
  ...(['payout', 'payout_cancel', 'payout_failure', 'topup', 'topup_reversal'] as const),
  ...(['payout_minimum_balance_hold', 'payout_minimum_balance_release'] as const),
  ...(['reserve_transaction', 'reserved_funds', 'reserve_hold', 'reserve_release'] as const),
  ...(['payment_network_reserve_hold', 'payment_network_reserve_release'] as const),
];

/** Types that are a fee themselves. */
const FEES: readonly Type[] = ['stripe_fee', 'stripe_fx_fee', 'tax_fee'];

/** Types that we know, by the kind of object that a movement is about. */
const ABOUT = {
  charge: { charge: 'charge', payment: 'charge' },
  refund: { refund: 'refund', payment_refund: 'refund', refund_failure: 'refund_failure' },
  dispute: { adjustment: 'dispute' },
  transfer: { transfer: 'transfer' },
  transfer_reversal: { transfer_refund: 'transfer_reversal' },
} as const satisfies Partial<Record<MovementKind, Partial<Record<Type, MovementKind>>>>;

/** Narrows a balance transaction to what the ledger enters of it. */
export function toMovement({ id, amount, fee, currency }: Stripe.BalanceTransaction): BalanceMovement {
  return { id, amount, fee, currency };
}

/** Narrows a movement of our balance and what it is about, which must be expanded. */
export function toMovedBalance(mode: Mode, moved: Stripe.BalanceTransaction): BookedObject {
  const source = typeof moved.source === 'string' ? null : (moved.source as Source | null);
  const metadata = source?.metadata;
  return {
    kind: 'balance_movement',
    id: moved.id,
    mode,
    deploymentId: metadata?.deploymentId ?? null,
    orderId: metadata?.orderId ?? null,
    withdrawalId: metadata?.withdrawalId ?? null,
    paymentId: idOf(source?.payment_intent),
    connectedAccountId: idOf(source?.destination),
    total: { amount: moved.amount, currency: moved.currency },
    remaining: moved.net,
    state: null,
    createdAt: new Date(moved.created * 1000),
    movement: {
      ...kindOf(moved.type, source?.object ?? null),
      aboutId: idOf(source?.object === 'transfer_reversal' ? source.transfer : source),
      fee: moved.fee,
      converted: moved.exchange_rate !== null,
    },
  };
}

function kindOf(type: Type, about: string | null): Pick<BookedMovement, 'kind' | 'known'> {
  if (OWN_MONEY.includes(type)) return { kind: 'own_money', known: true };
  if (FEES.includes(type)) return { kind: 'fee', known: true };
  if (about === null || !isKnownObject(about)) return { kind: null, known: false };
  const kind = (ABOUT[about] as Partial<Record<Type, MovementKind>>)[type];
  return { kind: kind ?? about, known: kind !== undefined };
}

function isKnownObject(about: string): about is keyof typeof ABOUT {
  return Object.hasOwn(ABOUT, about);
}

type Reference = string | { id: string } | null | undefined;

/** What the objects behind movements may have. */
interface Source {
  id: string;
  object: string;
  metadata?: Stripe.Metadata | null;
  payment_intent?: Reference;
  transfer?: Reference;
  destination?: Reference;
}

function idOf(reference: Reference): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
