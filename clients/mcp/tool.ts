import type {
  CallToolResult,
  ServerNotification,
  Tool as ListedTool,
  ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js';
import { z, type ZodObject, type ZodRawShape } from 'zod';
import { failed } from './answers';

/** What a tool can use of the call that it answers. */
export interface Call {
  signal: AbortSignal;
  _meta?: { progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
}

/** Tool of the server. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ZodRawShape;
  /** Open: the API may add members. */
  outputSchema: ZodObject;
  annotations: ToolAnnotations;
  run: (args: Record<string, unknown>, call: Call) => Promise<CallToolResult>;
}

/** Annotations of tools that only read, and of those that change something. */
export const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };
export const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** Id of a run, as an argument. */
export const runId = z.string().describe('Id of a run, as check_idea, search_ideas or list_runs gave it.');

/** Key under which nothing is done twice, as an argument. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .describe('New for each request that the user wants; the same one to repeat it, which then costs nothing more.');

/** Checks the types of a tool's arguments and turns its failures into errors of the tool. */
export function tool<Shape extends ZodRawShape>(
  spec: Omit<Tool, 'inputSchema' | 'run'> & {
    inputSchema: Shape;
    run: (args: z.infer<ZodObject<Shape>>, call: Call) => Promise<CallToolResult>;
  },
): Tool {
  return { ...spec, run: (args, call) => spec.run(args as never, call).catch(failed) };
}

/** A tool as `tools/list` has it, with schemas in JSON Schema 2020-12. */
export function listed({ run: _run, inputSchema, outputSchema, ...about }: Tool): ListedTool {
  return {
    ...about,
    inputSchema: jsonSchema(z.object(inputSchema), 'input'),
    outputSchema: jsonSchema(outputSchema, 'output'),
  };
}

/**
 * Arguments as models send them: lists as JSON in a text, numbers and truth values as text, words in another case
 * (anthropics/claude-code#25962). Only what the schema refuses is read in another way, and only where it then takes it.
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

/** Without `$schema`: MCP then means 2020-12, and older clients refuse a dialect that they do not know. */
function jsonSchema(schema: ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return rest as ListedTool['inputSchema'];
}

/** Tells the client how far a call is, where it asked to be told. */
export async function progress(call: Call, state: { done: number; total: number; message: string }): Promise<void> {
  const progressToken = call._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress: state.done, total: state.total, message: state.message };
  await call.sendNotification({ method: 'notifications/progress', params });
}
