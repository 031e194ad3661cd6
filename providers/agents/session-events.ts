import type {
  BetaManagedAgentsAgentCustomToolUseEvent,
  BetaManagedAgentsSessionStatusIdleEvent,
} from '@anthropic-ai/sdk/resources/beta/sessions/events';
import type { AgentTurn, SeenEvent } from '../../contracts/agent';
import { CORRECT_TOOL, DECLINE_TOOL, SUBMIT_PLAN_TOOL, SUBMIT_TOOL } from './agent-definition';
import { EVENTS, STOPS, type Pause, type SessionEvent, type SessionState } from './vendor-states';

/** Opaque position of an event in a session: time and id, because history can be queried by time only. */
export function cursorOf(event: SessionEvent): string | null {
  return 'processed_at' in event && event.processed_at ? `${event.processed_at}~${event.id}` : null;
}

/** What is kept of an event that was seen; null for one without a position. */
export function seenOf(event: SessionEvent): SeenEvent | null {
  const cursor = cursorOf(event);
  if (cursor === null) return null;
  // The name of a tool that was made up could be any text.
  const tool = 'name' in event && /^[\w.-]{1,60}$/.test(event.name ?? '') ? event.name : null;
  return { cursor, kind: event.type, tool };
}

/** Parses a cursor made by {@link cursorOf}. */
export function readCursor(cursor: string): { processedAt: string; eventId: string } {
  const split = cursor.indexOf('~');
  return { processedAt: cursor.slice(0, split), eventId: cursor.slice(split + 1) };
}

/** Ids of the tool uses that were answered in `events`. */
export function answeredIn(events: readonly SessionEvent[]): Set<string> {
  const answered = new Set<string>();
  for (const event of events) if (event.type === 'user.custom_tool_result') answered.add(event.custom_tool_use_id);
  return answered;
}

/**
 * Ids of submissions that were handed in before another one was sent back, and that nobody answered: their agent had not
 * heard of its flaws.
 */
export function blindSubmissions(events: readonly SessionEvent[], answered: ReadonlySet<string>): string[] {
  const lastReturn = events.findLastIndex((event) => event.type === 'user.custom_tool_result' && event.is_error);
  return events
    .slice(0, Math.max(lastReturn, 0))
    .flatMap((event) => (event.type === 'agent.custom_tool_use' && !answered.has(event.id) ? [event.id] : []));
}

/**
 * State of a session after one event: one that requires action, `running` if it supersedes an earlier one (history
 * keeps stale ends, such as an idle that was followed by an answer), or null if the event changes nothing.
 */
export function stateAfter(event: SessionEvent, answered: ReadonlySet<string>): SessionState | 'running' | null {
  const says = Object.hasOwn(EVENTS, event.type) ? EVENTS[event.type] : 'nothing';
  if (says === 'running') return 'running';
  if (says === 'terminated') return { type: 'ended', reason: 'the session was terminated' };
  if (says === 'deleted') return { type: 'deleted' };
  if (event.type === 'session.status_idle') return stateWhenIdle(event);
  return event.type === 'agent.custom_tool_use' && !answered.has(event.id) ? stateAfterTool(event) : null;
}

/** Turn of a paused session that may not go on. */
export function endOf(why: Pause, cursor: string): AgentTurn {
  if (why === 'budget_reached') return { type: 'budget_exceeded', cursor };
  const reason = why === 'turn_ended' ? 'the agent submitted nothing' : 'the provider gave up after repeated errors';
  return { type: 'ended', reason, cursor };
}

function stateAfterTool(event: BetaManagedAgentsAgentCustomToolUseEvent): SessionState | null {
  if (event.name === SUBMIT_TOOL || event.name === SUBMIT_PLAN_TOOL) {
    return { type: 'submitted', toolUseId: event.id, payload: event.input };
  }
  // What it corrects is read where the turn is returned (`submissions.ts`).
  if (event.name === CORRECT_TOOL) {
    return { type: 'submitted', toolUseId: event.id, payload: null, corrections: [event.input] };
  }
  if (event.name === DECLINE_TOOL) return { type: 'refused' };
  // An unknown tool cannot be answered, so the session would wait forever.
  return { type: 'ended', reason: `the agent called the unknown tool "${event.name}"` };
}

function stateWhenIdle({ stop_reason: { type } }: BetaManagedAgentsSessionStatusIdleEvent): SessionState | null {
  if (Object.hasOwn(STOPS, type)) return STOPS[type];
  return { type: 'ended', reason: 'the session stopped for a reason this version does not know' };
}
