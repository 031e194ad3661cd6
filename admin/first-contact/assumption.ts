import { setTimeout as sleep } from 'node:timers/promises';
import { operationOf } from '../../providers/measured-calls';
import type { Exchange } from './forward';

/** Providers that the product talks to. */
export const PROVIDERS = ['payments', 'mail', 'agents'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Something that the product takes for granted of a provider, with the calls that show it. */
export interface Assumption<C> {
  name: string;
  /** What is taken for granted, as a sentence. */
  says: string;
  /** What to do where the provider does otherwise. */
  cure: string;
  /** True if the stand-in does otherwise, so that only the provider itself can show it. */
  notAtStandIn?: true;
  /**
   * Makes the calls, and says in a few words what it saw.
   *
   * @throws Differs where the provider does otherwise, Unknown where that could not be seen
   */
  check(contact: C): Promise<string>;
}

/** Result of an assumption. */
export interface Verdict {
  provider: Provider;
  assumption: string;
  result: 'held' | 'differs' | 'unknown';
  says: string;
  seen: string;
  /** What to do; null where it held. */
  cure: string | null;
}

/** The provider does otherwise than the product assumes. */
export class Differs extends Error {
  override name = 'Differs';
}

/** An assumption could not be looked at; the message says what is missing. */
export class Unknown extends Error {
  override name = 'Unknown';
}

/** Provider that is looked at: whether it is a stand-in, and what went over the wire. */
export interface Contact {
  isStandIn: boolean;
  /** Newest exchange of an operation such as `POST /v1/refunds`. @throws Differs if there was none */
  last(operation: string): Exchange;
  /** All exchanges of an operation, oldest first. */
  all(operation: string): Exchange[];
  /** Waits as the provider's rate limit wants it; not at a stand-in. */
  pace(ms: number): Promise<void>;
}

/** A provider whose exchanges are kept in a list as they come. */
export function contactOver(exchanges: readonly Exchange[], isStandIn: boolean): Contact {
  const all = (operation: string) => exchanges.filter(({ method, path }) => operationOf(method, path) === operation);
  return {
    isStandIn,
    all,
    last(operation) {
      const exchange = all(operation).at(-1);
      if (!exchange) throw new Differs(`${operation} was never answered`);
      return exchange;
    },
    pace: (ms) => sleep(isStandIn ? 0 : ms),
  };
}

/** Judges each assumption in turn: later ones use what earlier ones made. */
export async function judgeAll<C extends Contact>(
  provider: Provider,
  assumptions: readonly Assumption<C>[],
  contact: C,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name: assumption, says, cure, notAtStandIn, check } of assumptions) {
    const of = (result: Verdict['result'], seen: string, todo: string | null) =>
      verdicts.push({ provider, assumption, result, says, seen, cure: todo });
    try {
      of('held', await check(contact), null);
    } catch (error) {
      // An error of a client says in our words what came back.
      if (error instanceof Unknown) of('unknown', 'not seen', error.message);
      else if (notAtStandIn && contact.isStandIn) of('unknown', 'not seen', 'The stand-in does otherwise: give a key.');
      else of('differs', (error as Error).message, cure);
    }
  }
  return verdicts;
}

/** What an earlier assumption made. @throws Unknown if it made nothing */
export function made<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Unknown(`Nothing to look at without ${what}: mend that first.`);
  return value;
}

/** @throws Differs unless both are equal */
export function same(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Differs(`${what} is ${String(seen)}, not ${String(expected)}`);
}

/** The failure of a call that must fail. @throws Differs if it does not */
export async function refusal(what: string, call: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    return error;
  }
  throw new Differs(`${what} was answered${answer === null ? ' with nothing' : ''}, not refused`);
}

/** JSON body of an exchange, field by field. */
export function jsonOf({ body }: Pick<Exchange, 'body'>): Record<string, unknown> {
  try {
    return (JSON.parse(body) ?? {}) as Record<string, unknown>;
  } catch {
    throw new Differs('the answer is no JSON');
  }
}
