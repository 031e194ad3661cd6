import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { NoiError } from '../typescript/src/index';

/** What to do about a failure, in the tools of this server. */
const WAYS_OUT: Record<string, string> = {
  entitlement_required:
    'The account has no credit of this kind left. Ask the user to buy one; get_usage shows what is left.',
  budget_spent: 'The monthly budget is used up. Ask the user to raise it or to wait; get_usage shows it.',
  invalid_api_key: 'Ask the user to configure a valid key of the account.',
  insufficient_scope: 'Ask the user for a key with the scope that is named.',
  idempotency_key_reused: 'Use a new idempotencyKey for a new request, or repeat the same request exactly.',
  run_not_found: 'Check the runId: it begins with run_ and belongs to this account.',
  run_not_completed: 'Call wait_for_run first.',
  connection_failed: 'Check NOI_API_URL and that the API can be reached, then try again.',
};

/** Answer of a tool: the payload once, as structured content by the tool's schema, and a note that says what it is. */
export function answer(payload: object, note: string): CallToolResult {
  return { content: [{ type: 'text', text: note }], structuredContent: payload as Record<string, unknown> };
}

/** Refusal of a tool in words. */
export function refused(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Error of a tool: what happened, what to do, and the key to repeat a paid request without paying twice. */
export function failed(error: unknown): CallToolResult {
  if (!(error instanceof NoiError)) throw error;
  const { code, message, idempotencyKey, problem, retryAfterSeconds } = error;
  const again = `Call the tool again with the same arguments and idempotencyKey "${idempotencyKey}": nothing is paid twice.`;
  const lines = [
    `${message} (${code})`,
    WAYS_OUT[code],
    retryAfterSeconds !== null && `Try again after ${Math.ceil(retryAfterSeconds)} seconds.`,
    idempotencyKey && (problem === null || problem.retryable) && again,
    problem?.requestId && `Request ${problem.requestId}.`,
  ];
  return { isError: true, content: [{ type: 'text', text: lines.filter(Boolean).join('\n') }] };
}
