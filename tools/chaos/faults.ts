import { setTimeout as sleep } from 'node:timers/promises';
import type { Habits } from '../../stand-ins/agents/faults';
import type { MailFault } from '../../test/support/mails';
import type { Dice } from './journal';
import type { LocalPlace } from './local';
import type { World } from './story/world';

const faultsOf = (matches: string[], effects: string[]) =>
  matches.flatMap((match) => effects.map((effect) => ({ match, effect })));
const LOST_OR_LATE = ['error_500', 'timeout_before', 'timeout_after'];

/** Requests that fail or get late responses; lost, duplicate or late events; money movements that fail later. */
const PAYMENT_FAULTS = faultsOf(
  [
    ...['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/*', 'POST /v1/checkout/sessions/*/expire'],
    ...['POST /v1/refunds', 'GET /v1/refunds', 'GET /v1/payment_intents/*', 'GET /v1/disputes/*', 'GET /v1/events'],
    ...['GET /v2/core/accounts/*', 'GET /v1/transfers', 'POST /v1/transfers', 'POST /v1/payouts', 'GET /v1/payouts/*'],
  ],
  ['error_500', 'rate_limit', 'timeout_before', 'timeout_after'],
);
const EVENT_FAULTS = faultsOf(
  [
    ...['checkout.session.completed', 'checkout.session.completed', 'checkout.session.completed'],
    ...['refund.created', 'refund.updated', 'charge.dispute.created', 'charge.dispute.closed'],
    ...['payout.paid', 'checkout.session.async_payment_succeeded', 'checkout.session.expired', '*'],
  ],
  ['drop_event', 'duplicate_event', 'delay_event'],
);
const LATER_FAULTS = faultsOf(['POST /v1/refunds', 'POST /v1/payouts'], ['fail_later']);
const AGENT_FAULTS = [
  ...faultsOf(['POST /v1/sessions', 'GET /v1/sessions/*', 'GET /v1/sessions/*/events/stream'], LOST_OR_LATE),
  ...faultsOf(['POST /v1/sessions/*/events'], LOST_OR_LATE),
  ...faultsOf(['POST /v1/sessions'], ['invalid_findings', 'refusal', 'hang']),
];
const MAIL_FAULTS = faultsOf(['POST /emails'], LOST_OR_LATE);

/** Most faults hit the payment provider. */
const VENDORS = [...Array.from({ length: 5 }, () => 'payments' as const), 'agents', 'agents', 'mail'] as const;

interface Fault {
  match: string;
  effect: string;
  delayMs: number;
}

const AT_ONCE = 64;
const LOOK_EVERY_MS = 100;
/** If no request triggers a fault within this time, another fault replaces it. */
const WAITS_FOR_MS = 6_000;

/** Sets up vendor faults in waves over `lastsMs` until `wanted` have occurred, and records each in the journal. */
export async function disturbProviders(
  { place, journal, over }: World,
  dice: Dice,
  { wanted, lastsMs }: { wanted: number; lastsMs: number },
): Promise<void> {
  const begunAt = Date.now();
  const due = () => (lastsMs === 0 ? wanted : Math.min(wanted, Math.ceil((wanted * (Date.now() - begunAt)) / lastsMs)));
  for (let struck = 0; struck < wanted && !over.aborted; await sleep(LOOK_EVERY_MS)) {
    const wave: Fault[] = [];
    while (wave.length < Math.min(AT_ONCE, due() - struck)) wave.push(await armOne(place, dice));
    let left = wave.map(nameOf);
    for (const until = Date.now() + WAITS_FOR_MS; left.length > 0 && Date.now() < until; await sleep(LOOK_EVERY_MS))
      left = (await armedAt(place)).map(nameOf);
    await disarm(place);
    for (const fault of wave) {
      const found = left.indexOf(nameOf(fault));
      if (found >= 0) left.splice(found, 1);
      else {
        struck += 1;
        journal.note(`fault ${fault.effect}`, { match: fault.match, delayMs: fault.delayMs });
      }
    }
  }
}

/** Inconvenient behavior that the agent provider documents. A spend limit stops all work for at least 20 seconds. */
const HABITS: readonly Partial<Habits>[] = [
  ...(['idle', 'tool_rounds', 'retries', 'budget'] as const).map((endsEarly) => ({ endsEarly })),
  ...[{ interruptMs: 1_500 }, { interruptMs: 4_000 }, { leaks: true }, { leaks: true }, { spendLimit: true }],
];

/** Keeps changing the agent provider's behavior until the story ends. */
export async function changeHabits({ place, journal, over }: World, dice: Dice): Promise<void> {
  while (!over.aborted) {
    await sleep(dice.between(1_000, 4_000));
    const habits = dice.oneOf(HABITS);
    journal.note(`habit ${Object.entries(habits).join()}`);
    await place.agents.habits(habits);
    await sleep(dice.between(500, 8_000));
    await place.agents.habits();
  }
}

/** Clears all faults, so that work in progress can finish. */
export async function disarm({ provider, agents, postbox }: LocalPlace): Promise<void> {
  postbox.armed.length = 0;
  await provider.control('faults', undefined, 'DELETE');
  await agents.clearFaults();
}

async function armOne({ provider, agents, postbox }: LocalPlace, dice: Dice): Promise<Fault> {
  const by = dice.oneOf(VENDORS);
  const atPayments = dice.oneOf([PAYMENT_FAULTS, PAYMENT_FAULTS, EVENT_FAULTS, EVENT_FAULTS, LATER_FAULTS]);
  const kinds = { payments: atPayments, agents: AGENT_FAULTS, mail: MAIL_FAULTS }[by];
  // The delay sometimes exceeds the sweep interval, so that a sweep finds the change before its event arrives.
  const delayMs = dice.oneOf([300, 1_000, 2_000, 5_000]);
  const { match, effect } = dice.oneOf<Omit<Fault, 'delayMs'>>(kinds);
  if (by === 'payments') await provider.fault(match, effect, 1, delayMs);
  else if (by === 'agents') await agents.fault(match, effect, 1, delayMs);
  else postbox.armed.push({ match, effect, delayMs } as MailFault);
  return { match, effect, delayMs };
}

async function armedAt({ provider, agents, postbox }: LocalPlace): Promise<Fault[]> {
  const [payments, research] = await Promise.all([
    provider.control<Fault[]>('faults'),
    fetch(`${agents.url}/_control/faults`).then((answer) => answer.json() as Promise<Fault[]>),
  ]);
  return [...payments, ...research, ...postbox.armed];
}

const nameOf = ({ match, effect, delayMs }: Fault) => `${match} ${effect} ${delayMs}`;
