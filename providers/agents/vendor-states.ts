import type {
  BetaManagedAgentsSessionEvent,
  BetaManagedAgentsSessionStatusIdleEvent,
  BetaManagedAgentsStreamSessionEvents,
} from '@anthropic-ai/sdk/resources/beta/sessions/events';
import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import type { StopReason } from '@anthropic-ai/sdk/resources/messages';
import type { Submitted } from '../../contracts/agent';

/*
 * What we make of each state that the SDK's types have. A value that it gains does not compile until it is decided here.
 */

/** Event from history or stream; previews of unfinished events, which have no id, are excluded. */
export type SessionEvent = Extract<
  BetaManagedAgentsSessionEvent | BetaManagedAgentsStreamSessionEvents,
  { id: string }
>;

/** Why a session waits although nothing was submitted; the provider resumes each. */
export type Pause = 'turn_ended' | 'retries_exhausted' | 'budget_reached';

/** State of a session that requires action. */
export type SessionState =
  | ({ type: 'submitted' } & Submitted)
  | { type: 'refused' }
  | { type: 'paused'; why: Pause }
  | { type: 'ended'; reason: string }
  | { type: 'deleted' };

/** Whether a session can bring further events. */
export const SESSIONS = {
  running: 'going',
  rescheduling: 'going',
  idle: 'over',
  terminated: 'over',
} as const satisfies Record<BetaManagedAgentsSession['status'], 'going' | 'over'>;

type Stop = BetaManagedAgentsSessionStatusIdleEvent['stop_reason']['type'];

/** State of a session that stopped for a reason; null for a tool use, which was handled before. */
export const STOPS: Record<Stop, SessionState | null> = {
  requires_action: null,
  refusal: { type: 'refused' },
  budget_reached: { type: 'paused', why: 'budget_reached' },
  retries_exhausted: { type: 'paused', why: 'retries_exhausted' },
  end_turn: { type: 'paused', why: 'turn_ended' },
};

/**
 * What an event says about its session: `acts` by the tool or the reason that it names, `running` supersedes an earlier
 * end, `nothing` leaves the state as it was.
 */
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

/** Whether a model that stopped for a reason said all that it had to say. */
export const WHOLE_ANSWERS: Record<StopReason, boolean> = {
  tool_use: true,
  end_turn: true,
  stop_sequence: true,
  pause_turn: true,
  max_tokens: false,
  model_context_window_exceeded: false,
  refusal: false,
};
