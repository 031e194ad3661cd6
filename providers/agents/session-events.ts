import type {
  BetaManagedAgentsAgentCustomToolUseEvent,
  BetaManagedAgentsSessionEvent,
  BetaManagedAgentsSessionStatusIdleEvent,
  BetaManagedAgentsStreamSessionEvents,
} from '@anthropic-ai/sdk/resources/beta/sessions/events';
import { DECLINE_TOOL, SUBMIT_PLAN_TOOL, SUBMIT_TOOL } from './agent-definition';
import type { AgentTurn } from './research-agents';

/** An event as history or stream deliver it; previews of unfinished ones, which have no id, are left out. */
export type SessionEvent = Extract<
  BetaManagedAgentsSessionEvent | BetaManagedAgentsStreamSessionEvents,
  { id: string }
>;

/** How a session stands, without the cursor that a turn carries. */
export type Standing =
  | { type: 'submitted'; toolUseId: string; payload: unknown }
  | { type: 'refused' }
  | { type: 'budget_exceeded' }
  | { type: 'ended'; reason: string }
  | { type: 'deleted' };

/** Place of an event in a session, as an opaque text: time and id, because history can be asked for by time only. */
export function cursorOf(event: SessionEvent): string | null {
  return 'processed_at' in event && event.processed_at ? `${event.processed_at}~${event.id}` : null;
}

/** The parts of a cursor made by {@link cursorOf}. */
export function readCursor(cursor: string): { processedAt: string; eventId: string } {
  const split = cursor.indexOf('~');
  return { processedAt: cursor.slice(0, split), eventId: cursor.slice(split + 1) };
}

/** Ids of the tool uses that `events` show as answered. */
export function answeredIn(events: readonly SessionEvent[]): Set<string> {
  const answered = new Set<string>();
  for (const event of events) if (event.type === 'user.custom_tool_result') answered.add(event.custom_tool_use_id);
  return answered;
}

/**
 * What one event alone says of the session: a standing that calls for action, `running` when it cancels an earlier one
 * (history keeps stale ends: an idle that was followed by an answer), or null when it says nothing.
 */
export function standingAfter(event: SessionEvent, answered: ReadonlySet<string>): Standing | 'running' | null {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- most events, and those of later versions, say nothing
  switch (event.type) {
    case 'agent.custom_tool_use':
      return answered.has(event.id) ? null : toolStanding(event);
    case 'session.status_idle':
      return idleStanding(event);
    case 'session.status_terminated':
      return { type: 'ended', reason: 'the session was terminated' };
    case 'session.deleted':
      return { type: 'deleted' };
    case 'session.status_running':
    case 'session.status_rescheduled':
    case 'user.custom_tool_result':
      return 'running';
    default:
      return null;
  }
}

/** A standing as the turn that a caller sees. Deleted sessions have no turn: they are lost. */
export function turnOf(standing: Exclude<Standing, { type: 'deleted' }>, cursor: string): AgentTurn {
  return { ...standing, cursor };
}

function toolStanding(event: BetaManagedAgentsAgentCustomToolUseEvent): Standing | null {
  if (event.name === SUBMIT_TOOL || event.name === SUBMIT_PLAN_TOOL) {
    return { type: 'submitted', toolUseId: event.id, payload: event.input };
  }
  if (event.name === DECLINE_TOOL) return { type: 'refused' };
  // A tool that the definition does not know cannot be answered, so the session would wait for ever.
  return { type: 'ended', reason: `the agent called the unknown tool "${event.name}"` };
}

function idleStanding(event: BetaManagedAgentsSessionStatusIdleEvent): Standing | null {
  switch (event.stop_reason.type) {
    case 'requires_action':
      return null; // the tool use itself, which comes before, was already acted on
    case 'refusal':
      return { type: 'refused' };
    case 'budget_reached':
      return { type: 'budget_exceeded' };
    case 'retries_exhausted':
      return { type: 'ended', reason: 'the provider gave up after repeated errors' };
    case 'end_turn':
      return { type: 'ended', reason: 'the agent ended its turn without handing anything in' };
    default:
      return { type: 'ended', reason: 'the session stopped for a reason this version does not know' };
  }
}
