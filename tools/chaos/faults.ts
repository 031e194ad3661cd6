import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice';
import type { Place } from './place';
import type { World } from './story/world';
import type { MailFault } from '../../test/support/mails';

const faultsOf = (matches: string[], effects: string[]) =>
  matches.flatMap((match) => effects.map((effect) => ({ match, effect })));
const LOST_OR_LATE = ['error_500', 'timeout_before', 'timeout_after'];

/** Requests that fail or are answered too late, events that are lost, doubled or late, and money that fails afterwards. */
const PAYMENT_FAULTS = faultsOf(
  [
    ...['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/*', 'POST /v1/checkout/sessions/*/expire'],
    ...['POST /v1/refunds', 'GET /v1/refunds', 'GET /v1/payment_intents/*', 'GET /v1/disputes/*', 'GET /v1/events'],
    ...['GET /v1/accounts/*', 'GET /v1/transfers', 'POST /v1/transfers', 'POST /v1/payouts', 'GET /v1/payouts/*'],
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

/** Most faults strike at the payment provider. */
const VENDORS = [...Array.from({ length: 5 }, () => 'payments' as const), 'agents', 'agents', 'mail'] as const;

interface ArmedFault {
  match: string;
  effect: string;
  delayMs: number;
  by: (typeof VENDORS)[number];
  since: number;
}

const ARMED_AT_ONCE = 64;
const LOOK_EVERY_MS = 100;
/** A fault that nothing met by then is replaced by another. */
const WAITS_FOR_MS = 6_000;

/** Arms faults at the vendors until `wanted` of them have struck, spread over `lastsMs`, and notes each. */
export async function disturbProviders(
  { place, journal, over }: World,
  dice: Dice,
  { wanted, lastsMs }: { wanted: number; lastsMs: number },
): Promise<void> {
  const begunAt = Date.now();
  const due = () => (lastsMs === 0 ? wanted : Math.min(wanted, Math.ceil((wanted * (Date.now() - begunAt)) / lastsMs)));
  let armed: ArmedFault[] = [];
  for (let struck = 0; struck < wanted && !over.aborted; await sleep(LOOK_EVERY_MS)) {
    const left = await stillArmed(place);
    for (const fault of armed) {
      if (take(left, fault)) continue;
      journal.note(`fault ${fault.effect}`, { match: fault.match, delayMs: fault.delayMs });
      struck += 1;
      armed = armed.filter((other) => other !== fault);
    }
    const patient = armed.filter(({ since }) => Date.now() - since < WAITS_FOR_MS);
    // The stand-ins disarm all or none; those that may still strike are armed again.
    if (patient.length < armed.length) {
      await disarm(place);
      // What struck since it was read has struck, too, and is not counted: it is drawn again.
      armed = patient;
      for (const fault of armed) await arm(place, fault);
    }
    while (armed.length < Math.min(ARMED_AT_ONCE, due() - struck)) {
      const fault = draw(dice);
      armed.push(fault);
      await arm(place, fault);
    }
  }
}

/** Disarms every fault, so that what is under way can come to its end. */
export async function disarm({ provider, agents, postbox }: Place): Promise<void> {
  postbox.armed.length = 0;
  await provider.control('faults', undefined, 'DELETE');
  await agents.clearFaults();
}

function draw(dice: Dice): ArmedFault {
  const by = dice.oneOf(VENDORS);
  const atPayments = dice.oneOf([PAYMENT_FAULTS, PAYMENT_FAULTS, EVENT_FAULTS, EVENT_FAULTS, LATER_FAULTS]);
  const kinds = { payments: atPayments, agents: AGENT_FAULTS, mail: MAIL_FAULTS }[by];
  // Longer than the interval of the sweeps now and then, so that an event comes after its content is known.
  const delayMs = dice.oneOf([300, 1_000, 2_000, 5_000]);
  return { ...dice.oneOf<{ match: string; effect: string }>(kinds), delayMs, by, since: Date.now() };
}

async function arm(place: Place, { by, match, effect, delayMs }: ArmedFault): Promise<void> {
  const { provider, agents, postbox } = place;
  if (by === 'payments') await provider.fault(match, effect, 1, delayMs);
  else if (by === 'agents') await agents.fault(match, effect, 1, delayMs);
  else postbox.armed.push({ match, effect, delayMs } as MailFault);
}

async function stillArmed({ provider, agents, postbox }: Place): Promise<ArmedFault[]> {
  const [payments, research] = await Promise.all([
    provider.control<ArmedFault[]>('faults'),
    fetch(`${agents.url}/_control/faults`).then((answer) => answer.json() as Promise<ArmedFault[]>),
  ]);
  const of = (by: ArmedFault['by']) => (fault: Omit<ArmedFault, 'by' | 'since'>) => ({ ...fault, by, since: 0 });
  return [...payments.map(of('payments')), ...research.map(of('agents')), ...postbox.armed.map(of('mail'))];
}

/** Removes one equal fault; false if there is none. */
function take(from: ArmedFault[], { by, match, effect, delayMs }: ArmedFault): boolean {
  const place = from.findIndex(
    (each) => each.by === by && each.match === match && each.effect === effect && each.delayMs === delayMs,
  );
  if (place >= 0) from.splice(place, 1);
  return place >= 0;
}
