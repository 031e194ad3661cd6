import { machine } from '../../base/machine';
import type { RunKind } from '../run-kinds/contract';
import { RUN_KINDS } from '../run-kinds/rules';

export type EntitlementStatus = 'unused' | 'consumed' | 'revoked';

/**
 * States of an entitlement. A restored credit is a new entitlement. `frozen` is a flag on unused entitlements, not a
 * state. Revoked entitlements become usable again if we win the dispute late.
 */
export const ENTITLEMENT = machine<EntitlementStatus>({
  unused: ['consumed', 'revoked'],
  consumed: [],
  revoked: ['unused'],
});

const MICROS_PER_CENT = 10_000;

/** Spending limits of agent sessions, in millionths of a US dollar. */
export interface SessionLimits {
  /** For a run's own session, which researches an evaluation or plans a search. */
  runBudgetMicros: number;
  /** For the session that examines one candidate. */
  candidateBudgetMicros: number;
}

/** Minimum and maximum that a run may reserve of its account's budget, in US cents. */
export interface Reservation {
  /** Sum of the spending limits of all sessions of the run. */
  mostCents: number;
  /** With less than this, a session would get less than one cent, which is the agent provider's smallest limit. */
  leastCents: number;
}

type SizedRun = { kind: RunKind; progressTotal: number };

export function reservationOf(run: SizedRun, limits: SessionLimits): Reservation {
  const total = totalMicros(run, limits);
  const smallest = hasCandidates(run)
    ? Math.min(limits.runBudgetMicros, limits.candidateBudgetMicros)
    : limits.runBudgetMicros;
  return { mostCents: Math.ceil(total / MICROS_PER_CENT), leastCents: Math.ceil(total / smallest) };
}

/** The configured limit, scaled down if the run reserved less. A run's limits never exceed its reservation. */
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
