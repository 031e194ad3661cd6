import type Anthropic from '@anthropic-ai/sdk';
import type {
  BetaManagedAgentsAgentToolResultEvent,
  BetaManagedAgentsAgentToolUseEvent,
} from '@anthropic-ai/sdk/resources/beta/sessions/events';
import type { SessionStep } from '../../contracts/agent';
import { isWallText } from '../cited-pages/page-state';
import { toAgentsError } from './vendor-errors';

/** Most of one page that is searched, in characters; what the provider lets an agent see of one is less. */
const MAX_TEXT = 400_000;

/**
 * Reads what an agent asked and opened from the events of its tools, a page of events at a time: nothing of it is kept
 * here. A fetch without a result was neither opened nor refused.
 *
 * @throws AgentsError `session_lost` if the session does not exist
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

// The model fills the input of a tool: it can be anything.
function textOf({ input }: BetaManagedAgentsAgentToolUseEvent, field: string): string | null {
  const value = input[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

function stepOf(url: string, { processed_at: at, is_error: isError, content = [] }: Result): SessionStep {
  const parts = content.map(partOf);
  const text = parts
    .map((part) => part.text)
    .join('\n\n')
    .slice(0, MAX_TEXT);
  const title = parts.find((part) => part.title !== '')?.title ?? '';
  if (isError || content.length === 0 || isWallText(title, text)) return { at, kind: 'refused', url };
  return { at, kind: 'opened', url, text };
}

type Result = BetaManagedAgentsAgentToolResultEvent;

/** Title and text of a block; both empty for what cannot be searched, such as an image or the bytes of a PDF. */
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
