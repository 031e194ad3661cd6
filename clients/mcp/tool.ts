import type {
  CallToolResult,
  ServerNotification,
  Tool as ListedTool,
  ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js';
import { z, type ZodDiscriminatedUnion, type ZodObject, type ZodRawShape } from 'zod';
import { NoiError } from '../typescript/src/index';

/** Context of a tool call. */
export interface Call {
  signal: AbortSignal;
  _meta?: { progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
}

/** MCP tool. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ZodRawShape;
  /** Objects must allow unknown fields, because the API may add fields. Every variant of a union must be an object. */
  outputSchema: ZodObject | ZodDiscriminatedUnion;
  annotations: ToolAnnotations;
  run: (args: Record<string, unknown>, call: Call) => Promise<CallToolResult>;
}

/** Annotations for tools that only read, and for tools that change something. */
export const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };
export const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

export const runId = z.string().describe('Run id returned by check_idea, check_ideas, search_ideas or list_runs.');

export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .describe('A new key for each request of the user; the same key to retry it at no extra cost.');

/** Types a tool's arguments and converts exceptions to tool errors. */
export function tool<Shape extends ZodRawShape>(
  spec: Omit<Tool, 'inputSchema' | 'run'> & {
    inputSchema: Shape;
    run: (args: z.infer<ZodObject<Shape>>, call: Call) => Promise<CallToolResult>;
  },
): Tool {
  return { ...spec, run: (args, call) => spec.run(args as never, call).catch(failed) };
}

/** Tool entry of `tools/list`, with JSON Schema 2020-12 schemas. */
export function listed({ run: _run, inputSchema, outputSchema, ...about }: Tool): ListedTool {
  return {
    ...about,
    inputSchema: jsonSchema(z.object(inputSchema), 'input'),
    outputSchema: jsonSchema(outputSchema, 'output'),
  };
}

/**
 * Accepts arguments as models send them: lists as JSON strings, numbers and booleans as strings, enum values in any
 * case (anthropics/claude-code#25962). Converts only values that the schema rejects, and only if the schema then
 * accepts them.
 */
export const lenient = (shape: ZodRawShape): ZodRawShape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.preprocess((value) => asMeant(value, schema), schema)]),
  );

function asMeant(value: unknown, schema: ZodRawShape[string]): unknown {
  const isTaken = (reading: unknown) => z.safeParse(schema, reading).success;
  if (typeof value !== 'string' || isTaken(value)) return value;
  return [parsed(value), value.trim().toLowerCase()].find(isTaken) ?? value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Omits `$schema`, so that MCP assumes 2020-12. Older clients reject a `$schema` whose dialect they do not know. */
function jsonSchema(schema: Tool['outputSchema'], io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return { type: 'object', ...rest } as ListedTool['inputSchema'];
}

/** Sends progress if the client asked for it. */
export async function progress(call: Call, state: { done: number; total: number; message: string }): Promise<void> {
  const progressToken = call._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress: state.done, total: state.total, message: state.message };
  await call.sendNotification({ method: 'notifications/progress', params });
}

/** Next step for the assistant, by error code. Refers to the tools of this server. */
const WAYS_OUT: Record<string, string> = {
  entitlement_required:
    'The account has no credit of this kind left. Ask the user to buy one; get_usage shows what is left.',
  budget_spent: 'The monthly budget is used up. Ask the user to raise it or to wait; get_usage shows it.',
  invalid_api_key: 'Ask the user to configure a valid key of the account.',
  insufficient_scope: 'Ask the user for a key with the missing scope.',
  idempotency_key_reused: 'Use a new idempotencyKey for a new request, or repeat the same request exactly.',
  run_not_found: 'Check the runId: it starts with run_ and belongs to this account.',
  batch_not_found: 'Check the batchId: it starts with bat_ and belongs to this account.',
  run_not_completed: 'Call wait_for_run first.',
  connection_failed: 'Check NOI_API_URL and that the API can be reached, then try again.',
};

/** Tool result: the payload as structured content, and a note that describes the payload. */
export function answer(payload: object, note: string): CallToolResult {
  return { content: [{ type: 'text', text: note }], structuredContent: payload as Record<string, unknown> };
}

export function refused(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Tool error: what happened, what to do, and the key that repeats a paid request without paying twice. */
export function failed(error: unknown): CallToolResult {
  if (!(error instanceof NoiError)) throw error;
  const { code, message, idempotencyKey: key, problem, retryAfterSeconds } = error;
  const again = `Call the tool again with the same arguments and idempotencyKey "${key}": the user does not pay twice.`;
  const lines = [
    `${message} (${code})`,
    WAYS_OUT[code],
    retryAfterSeconds !== null && `Try again after ${Math.ceil(retryAfterSeconds)} seconds.`,
    key && (problem === null || problem.retryable) && again,
    problem?.requestId && `Request ${problem.requestId}.`,
  ];
  return { isError: true, content: [{ type: 'text', text: lines.filter(Boolean).join('\n') }] };
}
