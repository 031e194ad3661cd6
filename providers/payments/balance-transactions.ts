import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { BalanceMovement } from '../../contracts/money';
import type { BookedMovement, BookedObject } from '../../contracts/provider-books';
import { decided, MOVEMENTS, type MovementMeaning } from './vendor-states';

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

const OBJECTS = ['charge', 'refund', 'dispute', 'transfer', 'transfer_reversal'] as const;

function kindOf(type: string, object: string | null): Pick<BookedMovement, 'kind' | 'known'> {
  const meaning = decided<MovementMeaning>(MOVEMENTS, type, null);
  if (typeof meaning === 'string') return { kind: meaning, known: true };
  const about = OBJECTS.find((each) => each === object) ?? null;
  const kind = about && meaning?.[about];
  return { kind: kind ?? about, known: Boolean(kind) };
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
