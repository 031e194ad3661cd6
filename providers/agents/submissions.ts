import type Anthropic from '@anthropic-ai/sdk';
import type { AgentTurn, Submitted } from '../../contracts/agent';
import { CORRECT_TOOL, SUBMIT_PLAN_TOOL, SUBMIT_TOOL } from './agent-definition';
import { translated } from './vendor-errors';

const TOOLS = [SUBMIT_TOOL, SUBMIT_PLAN_TOOL, CORRECT_TOOL];

/** Submission of a session that was answered without a flaw; null if none was. Also of an archived session. */
export async function findAccepted(client: Anthropic, sessionId: string): Promise<Submitted | null> {
  const { accepted } = await readSubmissions(client, sessionId);
  return accepted;
}

/** The turn with all that a submitted correction corrects, by the history of its session; any other turn as it is. */
export async function withAllCorrections(client: Anthropic, sessionId: string, turn: AgentTurn): Promise<AgentTurn> {
  if (turn.type !== 'submitted' || !turn.corrections) return turn;
  const { submissions } = await readSubmissions(client, sessionId);
  return { ...turn, ...submissions.find(({ toolUseId }) => toolUseId === turn.toolUseId) };
}

/**
 * Submissions of a session in their order, and the one that was accepted. One that was handed in before the answer to the
 * one before it is left out: nobody looked at it, so no correction builds on it.
 *
 * @throws AgentsError `session_lost` if the session does not exist
 */
function readSubmissions(
  client: Anthropic,
  sessionId: string,
): Promise<{ submissions: Submitted[]; accepted: Submitted | null }> {
  return translated('session', async () => {
    const submissions: Submitted[] = [];
    let open: Submitted | null = null;
    const events = client.beta.sessions.events.list(sessionId, {
      types: ['agent.custom_tool_use', 'user.custom_tool_result'],
      order: 'asc',
      limit: 100,
    });
    for await (const event of events) {
      if (event.type === 'agent.custom_tool_use' && TOOLS.includes(event.name) && !open) {
        open = submittedBy(event, submissions.at(-1) ?? null);
        submissions.push(open);
      }
      if (event.type !== 'user.custom_tool_result' || event.custom_tool_use_id !== open?.toolUseId) continue;
      if (!event.is_error) return { submissions, accepted: open };
      open = null;
    }
    return { submissions, accepted: null };
  });
}

function submittedBy(use: { id: string; name: string; input: unknown }, before: Submitted | null): Submitted {
  if (use.name !== CORRECT_TOOL) return { toolUseId: use.id, payload: use.input };
  const { payload = null, corrections = [] } = before ?? {};
  return { toolUseId: use.id, payload, corrections: [...corrections, use.input] };
}
