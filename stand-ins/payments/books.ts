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

/** Delays (in milliseconds) and limits of a stand-in. */
interface Timing {
  minSessionLifetimeMs: number;
  /** Delay between two states of a payout. */
  payoutStepMs: number;
  /** Opening balance of the platform in minor units, per currency and mode. */
  openingBalance: number;
  fees: Fees;
  /** Delay until transferred money is available. The control surface can override it. */
  transferDelayMs: number;
}

/** The platform's account at the provider. */
export interface Platform {
  country: string;
  /** Settlement currency. */
  currency: string;
  payoutInterval: (typeof PAYOUT_INTERVALS)[number];
  /** True if a head office is set, which tax calculation requires. */
  tax: boolean;
  /** True if the platform's Connect profile is complete, which connected accounts require. */
  connect: boolean;
}

/** The provider's objects and balances, with an event for each change. */
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

  /** Object by id. @throws ProviderError 404 if it is unknown or in another realm */
  find<Name extends ObjectName>(realm: Realm, name: Name, id: string, param = 'id'): ObjectNamed<Name> {
    const object = this.peek(id);
    if (object?.object !== name || !sameRealm(object.realm, realm)) throw missing(name.replaceAll('_', ' '), id, param);
    return object as ObjectNamed<Name>;
  }

  /** Finds an object by id in any realm. */
  peek(id: string): ProviderObject | undefined {
    return this.world.objects.get(id);
  }

  /** Object by id in any realm. @throws ProviderError 404 */
  findAnywhere<Name extends ObjectName>(name: Name, id: string): ObjectNamed<Name> {
    return this.find(this.peek(id)?.realm ?? { live: false, account: null }, name, id);
  }

  /** All objects of a type, newest first. Without a realm, across all realms. */
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

  /** Balance of a realm in minor units, including pending money. */
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

  /** Adds to or subtracts from a balance. Disputes can make it negative. */
  adjustBalance(realm: Realm, currency: string, amount: number): void {
    this.world.balances.set(balanceKey(realm, currency), this.balance(realm, currency) + amount);
  }

  pending(realm: Realm, currency: string): number {
    const waiting = (transaction: BalanceTransaction) =>
      transaction.currency === currency && transaction.available_on > Date.now() / 1000;
    const sum = this.all('balance_transaction', realm)
      .filter(waiting)
      .reduce((total, { net }) => total + net, 0);
    return Math.min(sum, Math.max(0, this.balance(realm, currency)));
  }

  /** Debits a balance, optionally ignoring pending money. @throws ProviderError 400 `balance_insufficient` */
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

/** Object types that have no metadata at the provider. */
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

/** Balance movement. The amount is in minor units, and negative if money leaves. */
export interface Moved {
  /** Provider's type, such as `refund_failure`. */
  type: string;
  /** Object that caused the movement, or null. */
  source: string | null;
  amount: number;
  fee?: number;
  currency: string;
  /** Exchange rate of a conversion, or null. */
  exchange_rate?: number | null;
  /** Unix time in seconds; now by default. */
  available_on?: number;
}

/** Changes a balance by an amount minus its fee, and returns the balance transaction. */
export function moveBalance(books: Books, realm: Realm, moved: Moved): BalanceTransaction {
  books.adjustBalance(realm, moved.currency, moved.amount - (moved.fee ?? 0));
  return noteMovement(books, realm, moved);
}

/** Records the balance transaction for a movement that has already changed the balance. */
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

export interface Fees {
  /** Fee of a charge: basis points, plus a fixed amount in minor units. */
  chargeBps: number;
  chargeFixed: number;
  /** Fee per dispute in minor units. Not returned if the dispute is won. */
  dispute: number;
}

/** Fees of a card payment in the provider's home country. */
export const CARD_FEES: Fees = { chargeBps: 290, chargeFixed: 30, dispute: 1_500 };
/** No fees, so balances are sums of payments. */
export const NO_FEES: Fees = { chargeBps: 0, chargeFixed: 0, dispute: 0 };

/** Fee of a charge, in minor units. */
export function feeOfCharge({ chargeBps, chargeFixed }: Fees, amount: number): number {
  return Math.round((amount * chargeBps) / 10_000) + chargeFixed;
}
