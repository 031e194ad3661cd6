import type {
  BetaManagedAgentsAgentCustomToolUseEvent,
  BetaManagedAgentsSessionStatusIdleEvent,
  BetaManagedAgentsSessionEvent,
  BetaManagedAgentsStreamSessionEvents,
} from '@anthropic-ai/sdk/resources/beta/sessions/events';
import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import type { StopReason } from '@anthropic-ai/sdk/resources/messages';
import type { AgentTurn, SeenEvent, Submitted } from '../../modules/findings/contract/agents';
import { CORRECT_TOOL, DECLINE_TOOL, SUBMIT_PLAN_TOOL, SUBMIT_TOOL } from './agent-definition';

/** Opaque position of an event. Contains its time and id, because the provider queries history only by time. */
export function cursorOf(event: SessionEvent): string | null {
  return 'processed_at' in event && event.processed_at ? `${event.processed_at}~${event.id}` : null;
}

/** Extracts the parts of an event that we keep. Null if the event has no position. */
export function seenOf(event: SessionEvent): SeenEvent | null {
  const cursor = cursorOf(event);
  if (cursor === null) return null;
  // An agent can call a tool that does not exist, with any string as its name.
  const tool = 'name' in event && /^[\w.-]{1,60}$/.test(event.name ?? '') ? event.name : null;
  return { cursor, kind: event.type, tool };
}

export function readCursor(cursor: string): { processedAt: string; eventId: string } {
  const split = cursor.indexOf('~');
  return { processedAt: cursor.slice(0, split), eventId: cursor.slice(split + 1) };
}

/** Ids of the tool uses that were answered in `events`. */
export function answeredIn(events: readonly SessionEvent[]): Set<string> {
  return new Set(
    events.flatMap((event) => (event.type === 'user.custom_tool_result' ? [event.custom_tool_use_id] : [])),
  );
}

/** Ids of unanswered submissions that the agent made before it received our corrections to an earlier submission. */
export function blindSubmissions(events: readonly SessionEvent[], answered: ReadonlySet<string>): string[] {
  const lastReturn = events.findLastIndex((event) => event.type === 'user.custom_tool_result' && event.is_error);
  return events
    .slice(0, Math.max(lastReturn, 0))
    .flatMap((event) => (event.type === 'agent.custom_tool_use' && !answered.has(event.id) ? [event.id] : []));
}

/** State after one event. `running` cancels an earlier end, null changes nothing, other states require action. */
export function stateAfter(event: SessionEvent, answered: ReadonlySet<string>): SessionState | 'running' | null {
  const says = Object.hasOwn(EVENTS, event.type) ? EVENTS[event.type] : 'nothing';
  if (says === 'running') return 'running';
  if (says === 'terminated') return { type: 'ended', reason: 'the session was terminated' };
  if (says === 'deleted') return { type: 'deleted' };
  if (event.type === 'session.status_idle') return stateWhenIdle(event);
  return event.type === 'agent.custom_tool_use' && !answered.has(event.id) ? stateAfterTool(event) : null;
}

/** Final turn of a paused session that must not continue. */
export function endOf(why: Pause, cursor: string): AgentTurn {
  if (why === 'budget_reached') return { type: 'budget_exceeded', cursor };
  const reason = why === 'turn_ended' ? 'the agent submitted nothing' : 'the provider gave up after repeated errors';
  return { type: 'ended', reason, cursor };
}

function stateAfterTool(event: BetaManagedAgentsAgentCustomToolUseEvent): SessionState | null {
  if (event.name === SUBMIT_TOOL || event.name === SUBMIT_PLAN_TOOL) {
    return { type: 'submitted', toolUseId: event.id, payload: event.input };
  }
  // `session-record.ts` later adds the submission that this corrects.
  if (event.name === CORRECT_TOOL) {
    return { type: 'submitted', toolUseId: event.id, payload: null, corrections: [event.input] };
  }
  if (event.name === DECLINE_TOOL) return { type: 'refused' };
  // We cannot answer an unknown tool, so the session would wait forever.
  return { type: 'ended', reason: `the agent called the unknown tool "${event.name}"` };
}

function stateWhenIdle({ stop_reason: { type } }: BetaManagedAgentsSessionStatusIdleEvent): SessionState | null {
  if (Object.hasOwn(STOPS, type)) return STOPS[type];
  return { type: 'ended', reason: 'the session stopped for a reason this version does not know' };
}

/* These tables cover every state in the SDK's types. If the SDK adds a value, they do not compile until we add it. */

/** Event from history or stream. Excludes previews of unfinished events, which have no id. */
export type SessionEvent = Extract<
  BetaManagedAgentsSessionEvent | BetaManagedAgentsStreamSessionEvents,
  { id: string }
>;

/** Why a session waits although nothing was submitted. The provider can resume it in each case. */
export type Pause = 'turn_ended' | 'retries_exhausted' | 'budget_reached';

/** State of a session that requires action. */
export type SessionState =
  | ({ type: 'submitted' } & Submitted)
  | { type: 'refused' }
  | { type: 'paused'; why: Pause }
  | { type: 'ended'; reason: string }
  | { type: 'deleted' };

/** Whether a session can produce further events. */
export const SESSIONS = {
  running: 'going',
  rescheduling: 'going',
  idle: 'over',
  terminated: 'over',
} as const satisfies Record<BetaManagedAgentsSession['status'], 'going' | 'over'>;

type Stop = BetaManagedAgentsSessionStatusIdleEvent['stop_reason']['type'];

/** State of a session by its stop reason. Null for `requires_action`, because the tool use was already handled. */
export const STOPS: Record<Stop, SessionState | null> = {
  requires_action: null,
  refusal: { type: 'refused' },
  budget_reached: { type: 'paused', why: 'budget_reached' },
  retries_exhausted: { type: 'paused', why: 'retries_exhausted' },
  end_turn: { type: 'paused', why: 'turn_ended' },
};

/** Effect of an event on its session. `acts` depends on the tool or stop reason in the event. */
export const EVENTS: Record<SessionEvent['type'], 'acts' | 'terminated' | 'deleted' | 'running' | 'nothing'> = {
  'agent.custom_tool_use': 'acts',
  'session.deleted': 'deleted',
  'session.status_idle': 'acts',
  'session.status_rescheduled': 'running',
  'session.status_running': 'running',
  'session.status_terminated': 'terminated',
  'user.custom_tool_result': 'running',
  'user.message': 'running',
  'agent.mcp_tool_result': 'nothing',
  'agent.mcp_tool_use': 'nothing',
  'agent.message': 'nothing',
  'agent.thinking': 'nothing',
  'agent.thread_context_compacted': 'nothing',
  'agent.thread_message_received': 'nothing',
  'agent.thread_message_sent': 'nothing',
  'agent.tool_result': 'nothing',
  'agent.tool_use': 'nothing',
  'session.error': 'nothing',
  'session.thread_created': 'nothing',
  'session.thread_status_idle': 'nothing',
  'session.thread_status_rescheduled': 'nothing',
  'session.thread_status_running': 'nothing',
  'session.thread_status_terminated': 'nothing',
  'session.updated': 'nothing',
  'session.usage': 'nothing',
  'span.model_request_end': 'nothing',
  'span.model_request_start': 'nothing',
  'span.outcome_evaluation_end': 'nothing',
  'span.outcome_evaluation_ongoing': 'nothing',
  'span.outcome_evaluation_start': 'nothing',
  'system.message': 'nothing',
  'user.define_outcome': 'nothing',
  'user.interrupt': 'nothing',
  'user.tool_confirmation': 'nothing',
  'user.tool_result': 'nothing',
  'workflow_run.created': 'nothing',
  'workflow_run.error': 'nothing',
  'workflow_run.phase_ended': 'nothing',
  'workflow_run.phase_started': 'nothing',
  'workflow_run.status_ended': 'nothing',
  'workflow_run.status_idle': 'nothing',
  'workflow_run.status_running': 'nothing',
};

/** Whether a model's response with this stop reason is complete. */
export const WHOLE_ANSWERS: Record<StopReason, boolean> = {
  tool_use: true,
  end_turn: true,
  stop_sequence: true,
  pause_turn: true,
  max_tokens: false,
  model_context_window_exceeded: false,
  refusal: false,
};
