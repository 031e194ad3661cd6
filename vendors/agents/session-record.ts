import type Anthropic from '@anthropic-ai/sdk';
import type {
  BetaManagedAgentsAgentToolResultEvent,
  BetaManagedAgentsAgentToolUseEvent,
} from '@anthropic-ai/sdk/resources/beta/sessions/events';
import type { SessionStep, AgentTurn, Submitted } from '../../modules/findings/contract/agents';
import { isWallText } from '../cited-pages/page-parts';
import { CORRECT_TOOL, SUBMIT_PLAN_TOOL, SUBMIT_TOOL } from './agent-definition';
import { toAgentsError, translated } from './vendor-client';

/** Maximum number of characters searched on one page. The provider shows an agent fewer than that. */
const MAX_TEXT = 400_000;

/**
 * Yields the search queries and opened pages of an agent, without keeping the whole history in memory. Skips fetches
 * that have no result.
 * @throws AgentsError `session_lost`
 */
export async function* readSteps(client: Anthropic, sessionId: string): AsyncGenerator<SessionStep> {
  const fetched = new Map<string, string>();
  try {
    const events = client.beta.sessions.events.list(sessionId, {
      types: ['agent.tool_use', 'agent.tool_result'],
      order: 'asc',
      limit: 100,
    });
    for await (const event of events) {
      if (event.type === 'agent.tool_use') {
        const url = textOf(event, 'url');
        if (event.name === 'web_fetch' && url !== null) fetched.set(event.id, url);
        const query = textOf(event, 'query');
        if (event.name === 'web_search' && query !== null) yield { at: event.processed_at, kind: 'asked', query };
      }
      if (event.type !== 'agent.tool_result') continue;
      const url = fetched.get(event.tool_use_id);
      if (url !== undefined) yield stepOf(url, event);
    }
  } catch (error) {
    throw toAgentsError(error, 'session');
  }
}

// The model writes the tool input, so it may not match our schema.
function textOf({ input }: BetaManagedAgentsAgentToolUseEvent, field: string): string | null {
  const value = input[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

type Result = BetaManagedAgentsAgentToolResultEvent;

function stepOf(url: string, { processed_at: at, is_error: isError, content = [] }: Result): SessionStep {
  const parts = content.map(partOf);
  const texts = parts.map((part) => part.text).join('\n\n');
  const text = texts.slice(0, MAX_TEXT);
  const title = parts.find((part) => part.title !== '')?.title ?? '';
  if (isError || content.length === 0 || isWallText(title, text)) return { at, kind: 'refused', url };
  return { at, kind: 'opened', url, text };
}

/** Title and text of a block. Both are empty if the block has no searchable text, such as an image or a PDF. */
function partOf(block: NonNullable<Result['content']>[number]): { title: string; text: string } {
  switch (block.type) {
    case 'text':
      return { title: '', text: block.text };
    case 'document':
      return { title: block.title ?? '', text: block.source.type === 'text' ? block.source.data : '' };
    case 'search_result':
      return { title: block.title, text: block.content.map(({ text }) => text).join('\n\n') };
    default:
      return { title: '', text: '' };
  }
}

const TOOLS = [SUBMIT_TOOL, SUBMIT_PLAN_TOOL, CORRECT_TOOL];

/** Finds the accepted submission of an open or archived session; null if no submission was accepted. */
export async function findAccepted(client: Anthropic, sessionId: string): Promise<Submitted | null> {
  return (await readSubmissions(client, sessionId)).accepted;
}

/**
 * If the turn is a correction, adds the submission that it corrects and all corrections since. Other turns are returned
 * unchanged.
 */
export async function withAllCorrections(client: Anthropic, sessionId: string, turn: AgentTurn): Promise<AgentTurn> {
  if (turn.type !== 'submitted' || !turn.corrections) return turn;
  const { submissions } = await readSubmissions(client, sessionId);
  return { ...turn, ...submissions.find(({ toolUseId }) => toolUseId === turn.toolUseId) };
}

/**
 * Reads the submissions of a session and finds the accepted one. Skips submissions made before the previous one was
 * answered, because nobody reads them.
 * @throws AgentsError `session_lost`
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
