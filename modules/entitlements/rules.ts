import { machine } from '../../base/machine';
import type { RunKind } from '../run-kinds/contract';
import { RUN_KINDS } from '../run-kinds/rules';

export type EntitlementStatus = 'unused' | 'consumed' | 'revoked';

/**
 * States of an entitlement. A restored credit is a new entitlement. Frozen is a flag of an unused one, not a state. A
 * revoked one comes back with its payment, after a dispute that was won late.
 */
export const ENTITLEMENT = machine<EntitlementStatus>({
  unused: ['consumed', 'revoked'],
  consumed: [],
  revoked: ['unused'],
});

const MICROS_PER_CENT = 10_000;

/** Spending limits of agent sessions, in millionths of a US dollar. */
export interface SessionLimits {
  /** Of a run's own session: the research of an evaluation, the plan of a search. */
  runBudgetMicros: number;
  /** Of the session of one candidate. */
  candidateBudgetMicros: number;
}

/** Range of what a run may reserve of its account's budget, in US cents. */
export interface Reservation {
  /** Limits of all its sessions together. */
  mostCents: number;
  /** Below this a session would have less than a cent, the smallest limit of the agent provider. */
  leastCents: number;
}

type SizedRun = { kind: RunKind; progressTotal: number };

/** Reservation of a new run. */
export function reservationOf(run: SizedRun, limits: SessionLimits): Reservation {
  const total = totalMicros(run, limits);
  const smallest = hasCandidates(run)
    ? Math.min(limits.runBudgetMicros, limits.candidateBudgetMicros)
    : limits.runBudgetMicros;
  return { mostCents: Math.ceil(total / MICROS_PER_CENT), leastCents: Math.ceil(total / smallest) };
}

/**
 * Limit of one session of a run: that of the settings, or its share where the run could reserve less than the sessions
 * may cost together. All limits of a run never exceed its reservation.
 */
export function sessionLimit(
  session: keyof SessionLimits,
  run: SizedRun & { reservedCents: number },
  limits: SessionLimits,
): number {
  const limit = limits[session];
  const share = (limit / totalMicros(run, limits)) * run.reservedCents * MICROS_PER_CENT;
  return Math.min(limit, Math.max(Math.floor(share), MICROS_PER_CENT));
}

function totalMicros(run: SizedRun, { runBudgetMicros, candidateBudgetMicros }: SessionLimits): number {
  return runBudgetMicros + (hasCandidates(run) ? run.progressTotal * candidateBudgetMicros : 0);
}

function hasCandidates({ kind }: SizedRun): boolean {
  return RUN_KINDS[kind].progress === 'candidates';
}
