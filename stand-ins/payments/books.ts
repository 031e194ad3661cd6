import type { Agenda } from './agenda';
import type { Faults } from './faults';
import { impossible, missing } from './protocol';
import type { Webhooks } from './webhooks';
import {
  draft,
  newId,
  nowSeconds,
  type BalanceTransaction,
  type Charge,
  type ObjectName,
  type ObjectNamed,
  type ProviderObject,
  type Realm,
  type PAYOUT_INTERVALS,
  type World,
} from './world';

/** Delays (in milliseconds) and limits of one stand-in. */
interface Timing {
  minSessionLifetimeMs: number;
  /** Between two states of a payout. */
  payoutStepMs: number;
  /** Opening balance of the platform in minor units, for each currency and mode. */
  openingBalance: number;
  fees: Fees;
  /** Until a transfer's money is available at an account, unless the control surface sets another time. */
  transferDelayMs: number;
}

/** The provider's own account of the platform. */
export interface Platform {
  country: string;
  /** Currency that its sales settle in. */
  currency: string;
  payoutInterval: (typeof PAYOUT_INTERVALS)[number];
  /** True if tax can be calculated: a head office is entered. */
  tax: boolean;
  /** True if it may have connected accounts; its profile in the dashboard is complete then. */
  connect: boolean;
}

/** The provider's objects and balances, and the events that follow from changing them. */
export class Books {
  constructor(
    private readonly world: World,
    private readonly webhooks: Webhooks,
    readonly agenda: Agenda,
    readonly faults: Faults,
    readonly timing: Timing,
    readonly platform: Platform,
    /** URL of the hosted pages, without a trailing slash. */
    readonly site: () => string,
  ) {}

  add<T extends ProviderObject>(object: T): T {
    this.world.objects.set(object.id, object);
    return object;
  }

  /** The object with an id. @throws ProviderError 404 where it is unknown or of another realm */
  find<Name extends ObjectName>(realm: Realm, name: Name, id: string, param = 'id'): ObjectNamed<Name> {
    const object = this.peek(id);
    if (object?.object !== name || !sameRealm(object.realm, realm)) throw missing(name.replaceAll('_', ' '), id, param);
    return object as ObjectNamed<Name>;
  }

  /** The object with an id in any realm. */
  peek(id: string): ProviderObject | undefined {
    return this.world.objects.get(id);
  }

  /** The object with an id in any realm. @throws ProviderError 404 */
  findAnywhere<Name extends ObjectName>(name: Name, id: string): ObjectNamed<Name> {
    return this.find(this.peek(id)?.realm ?? { live: false, account: null }, name, id);
  }

  /** All objects of a type, newest first; across realms when none is given. */
  all<Name extends ObjectName>(name: Name, realm?: Realm): ObjectNamed<Name>[] {
    const found: ObjectNamed<Name>[] = [];
    for (const object of this.world.objects.values()) {
      if (object.object === name && (!realm || sameRealm(object.realm, realm))) found.push(object as ObjectNamed<Name>);
    }
    return found.reverse();
  }

  /** Records an event about an object and schedules its delivery. */
  emit(type: string, object: ProviderObject, previous: Record<string, unknown> | null = null): void {
    this.webhooks.emit({ type, realm: object.realm, snapshot: view(object), previous });
  }

  /** Balance of a realm in minor units, pending money included. */
  balance(realm: Realm, currency: string): number {
    return (
      this.world.balances.get(balanceKey(realm, currency)) ?? (realm.account === null ? this.timing.openingBalance : 0)
    );
  }

  balances(realm: Realm): [currency: string, amount: number][] {
    const start = balanceKey(realm, '');
    return [...this.world.balances].flatMap(([name, amount]) =>
      name.startsWith(start) ? [[name.slice(start.length), amount] as [string, number]] : [],
    );
  }

  /** Adds to a balance, or subtracts from it; a dispute may make it negative. */
  adjustBalance(realm: Realm, currency: string, amount: number): void {
    this.world.balances.set(balanceKey(realm, currency), this.balance(realm, currency) + amount);
  }

  /** Part of a balance that is not available yet. */
  pending(realm: Realm, currency: string): number {
    const waiting = (transaction: BalanceTransaction) =>
      transaction.currency === currency && transaction.available_on > Date.now() / 1000;
    const sum = this.all('balance_transaction', realm)
      .filter(waiting)
      .reduce((total, { net }) => total + net, 0);
    return Math.min(sum, Math.max(0, this.balance(realm, currency)));
  }

  /** Debits a balance, or only its available part. @throws ProviderError 400 `balance_insufficient` */
  debit(realm: Realm, currency: string, amount: number, only?: 'available'): void {
    if (this.balance(realm, currency) - (only ? this.pending(realm, currency) : 0) < amount)
      throw impossible('You have insufficient available funds in your account.', 'balance_insufficient');
    this.adjustBalance(realm, currency, -amount);
  }
}

export function view(object: ProviderObject): Record<string, unknown> {
  const { realm: _realm, ...shown } = object;
  if ('hidden' in shown) delete (shown as { hidden?: unknown }).hidden;
  if (WITHOUT_METADATA.includes(shown.object)) delete (shown as { metadata?: unknown }).metadata;
  if (shown.object === 'balance_transaction')
    shown.status = shown.available_on > Date.now() / 1000 ? 'pending' : 'available';
  return structuredClone(shown) as Record<string, unknown>;
}

/** Objects that the provider keeps no metadata of. */
const WITHOUT_METADATA: readonly string[] = ['balance_transaction', 'radar.early_fraud_warning'];

function sameRealm(a: Realm, b: Realm): boolean {
  return a.live === b.live && a.account === b.account;
}

function balanceKey({ live, account }: Realm, currency: string): string {
  return `${live ? 'live' : 'test'}/${account ?? 'platform'}/${currency}`;
}

export function addCharge(
  books: Books,
  charge: Pick<Charge, 'id' | 'amount' | 'currency' | 'payment_intent' | 'realm'> & {
    billing_details: { email: string | null };
    created?: number;
    metadata?: Record<string, string>;
  },
): Charge {
  return books.add(
    draft<Charge>({
      object: 'charge',
      livemode: charge.realm.live,
      amount_captured: charge.amount,
      amount_refunded: 0,
      status: 'succeeded',
      paid: true,
      captured: true,
      refunded: false,
      disputed: false,
      ...charge,
    }),
  );
}

/** Movement of a balance; minor units, negative where money leaves. */
export interface Moved {
  /** Provider's word, such as `refund_failure`. */
  type: string;
  /** Object that it is about; null for none. */
  source: string | null;
  amount: number;
  fee?: number;
  currency: string;
  /** Rate by which another currency was converted; null if none was. */
  exchange_rate?: number | null;
  /** In seconds; at once by default. */
  available_on?: number;
}

/** Moves a balance by an amount less its fee, and returns the balance transaction that says so. */
export function moveBalance(books: Books, realm: Realm, moved: Moved): BalanceTransaction {
  books.adjustBalance(realm, moved.currency, moved.amount - (moved.fee ?? 0));
  return noteMovement(books, realm, moved);
}

/** Adds the balance transaction of a movement that was made already. */
export function noteMovement(
  books: Books,
  realm: Realm,
  { fee = 0, exchange_rate = null, available_on = nowSeconds(), ...moved }: Moved,
): BalanceTransaction {
  return books.add(
    draft<BalanceTransaction>({
      id: newId('txn'),
      object: 'balance_transaction',
      ...moved,
      fee,
      net: moved.amount - fee,
      exchange_rate,
      available_on,
      status: 'available',
      realm,
    }),
  );
}

/** What the provider keeps of payments and disputes. */
export interface Fees {
  /** Hundredths of a percent of a charge, and a fixed amount in minor units. */
  chargeBps: number;
  chargeFixed: number;
  /** Minor units for each dispute; not returned where it is won. */
  dispute: number;
}

/** Fees of a card payment in the provider's home country. */
export const CARD_FEES: Fees = { chargeBps: 290, chargeFixed: 30, dispute: 1_500 };
/** No fees: balances are the sums of what was paid. */
export const NO_FEES: Fees = { chargeBps: 0, chargeFixed: 0, dispute: 0 };

/** Fee of a charge, in minor units. */
export function feeOfCharge({ chargeBps, chargeFixed }: Fees, amount: number): number {
  return Math.round((amount * chargeBps) / 10_000) + chargeFixed;
}
