import type { Agenda } from './agenda';
import type { Faults } from './faults';
import { impossible, missing } from './provider-error';
import type { Webhooks } from './webhooks';
import type { ObjectName, ObjectNamed, ProviderObject, Realm, World } from './world';

/** Paces, in milliseconds, and bounds in which one stand-in differs from another. */
export interface Pace {
  minSessionLifetimeMs: number;
  /** From one state of a payout to the next. */
  payoutStepMs: number;
  /** Minor units of each currency that the platform has to begin with, in each mode. */
  openingBalance: number;
}

/** The provider's objects and money, and what follows from a change of them. */
export class Books {
  constructor(
    private readonly world: World,
    private readonly webhooks: Webhooks,
    readonly agenda: Agenda,
    readonly faults: Faults,
    readonly pace: Pace,
    /** Address of the hosted pages, without a slash at the end. */
    readonly site: () => string,
  ) {}

  /** Keeps a new object. */
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

  /** All of a kind, newest first; of every realm where none is named. */
  all<Name extends ObjectName>(name: Name, realm?: Realm): ObjectNamed<Name>[] {
    const found: ObjectNamed<Name>[] = [];
    for (const object of this.world.objects.values()) {
      if (object.object === name && (!realm || sameRealm(object.realm, realm))) found.push(object as ObjectNamed<Name>);
    }
    return found.reverse();
  }

  /** Makes an event of what has happened to an object, and plans its delivery. */
  announce(type: string, object: ProviderObject, previous: Record<string, unknown> | null = null): void {
    // An account's own events come from the account, although the object is the platform's.
    const realm = object.object === 'account' ? { ...object.realm, account: object.id } : object.realm;
    this.webhooks.announce({ type, realm, snapshot: view(object), previous });
  }

  /** Minor units that a realm can spend. */
  balance(realm: Realm, currency: string): number {
    return this.world.balances.get(purse(realm, currency)) ?? (realm.account === null ? this.pace.openingBalance : 0);
  }

  /** All balances of a realm by currency. */
  balances(realm: Realm): [currency: string, amount: number][] {
    const start = purse(realm, '');
    return [...this.world.balances].flatMap(([name, amount]) =>
      name.startsWith(start) ? [[name.slice(start.length), amount] as [string, number]] : [],
    );
  }

  /** Adds to a balance, or takes from it; a dispute may take more than is there. */
  move(realm: Realm, currency: string, amount: number): void {
    this.world.balances.set(purse(realm, currency), this.balance(realm, currency) + amount);
  }

  /** Takes from a balance. @throws ProviderError 400 `balance_insufficient` */
  spend(realm: Realm, currency: string, amount: number): void {
    if (this.balance(realm, currency) < amount)
      throw impossible('You have insufficient available funds in your account.', 'balance_insufficient');
    this.move(realm, currency, -amount);
  }
}

/** An object as the wire shows it. */
export function view(object: ProviderObject): Record<string, unknown> {
  const { realm: _realm, ...shown } = object;
  if ('hidden' in shown) delete (shown as { hidden?: unknown }).hidden;
  return structuredClone(shown) as Record<string, unknown>;
}

/** Whether two objects live together. */
function sameRealm(a: Realm, b: Realm): boolean {
  return a.live === b.live && a.account === b.account;
}

function purse({ live, account }: Realm, currency: string): string {
  return `${live ? 'live' : 'test'}/${account ?? 'platform'}/${currency}`;
}
