import type Anthropic from '@anthropic-ai/sdk';
import { SUBMIT_PLAN_TOOL, SUBMIT_TOOL } from './agent-definition';
import type { AcceptedSubmission } from '../../contracts/research-agents';
import { translated } from './vendor-errors';

/** Submission of a session that was answered without a flaw; null if none was. Also of an archived session. */
export function findAccepted(client: Anthropic, sessionId: string): Promise<AcceptedSubmission | null> {
  return translated('session', async () => {
    const submissions = new Map<string, AcceptedSubmission>();
    const events = client.beta.sessions.events.list(sessionId, {
      types: ['agent.custom_tool_use', 'user.custom_tool_result'],
      order: 'asc',
      limit: 100,
    });
    for await (const event of events) {
      if (event.type === 'agent.custom_tool_use' && (event.name === SUBMIT_TOOL || event.name === SUBMIT_PLAN_TOOL)) {
        submissions.set(event.id, { toolUseId: event.id, payload: event.input });
      }
      if (event.type !== 'user.custom_tool_result' || event.is_error) continue;
      const accepted = submissions.get(event.custom_tool_use_id);
      if (accepted) return accepted;
    }
    return null;
  });
}
