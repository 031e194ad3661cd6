import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { BookedObject } from '../../contracts/reconciliation';

/** Narrows a movement of our balance and what it is about, which must be expanded. */
export function toMovedBalance(mode: Mode, moved: Stripe.BalanceTransaction): BookedObject {
  const source = typeof moved.source === 'string' ? null : (moved.source as Source | null);
  const metadata = source?.metadata;
  const aboutId = idOf(source?.object === 'transfer_reversal' ? source.transfer : source);
  return {
    kind: 'balance_transaction',
    id: moved.id,
    mode,
    deploymentId: metadata?.deploymentId ?? null,
    orderId: metadata?.orderId ?? null,
    withdrawalId: metadata?.withdrawalId ?? null,
    paymentIntentId: idOf(source?.payment_intent),
    connectedAccountId: idOf(source?.destination),
    total: { amount: moved.amount, currency: moved.currency },
    remaining: moved.net,
    standing: null,
    createdAt: new Date(moved.created * 1000),
    movement: {
      type: moved.type,
      about: source?.object ?? null,
      aboutId,
      fee: moved.fee,
      converted: moved.exchange_rate !== null,
    },
  };
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
