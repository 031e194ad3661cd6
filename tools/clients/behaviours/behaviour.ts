import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../platform/package-root';

/** What a client must do, in no language: calls with what they give, and the answers of a server that is at fault. */
export interface Behaviour {
  name: string;
  /** Options of the client. */
  client?: Record<string, unknown>;
  /** Answers of the fault server, the last of which is repeated; absent: the running product answers. */
  answers?: readonly ScriptedAnswer[];
  do: readonly Step[];
  /** What the fault server must have been asked. */
  requests?: {
    count?: number;
    atMost?: number;
    paths?: readonly string[];
    /** Parts that are the same in all of them. */
    same?: readonly ('key' | 'body')[];
    /** Headers of the first, and of those that come first. */
    headers?: Record<string, string>;
    headersOf?: Record<string, readonly (string | null)[]>;
  };
}

/** One answer: a status with JSON or text, or none that helps. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** The connection breaks. */
  lost?: true;
  /** Nothing comes. */
  silent?: true;
  /** Bytes without end. */
  endless?: true;
}

/** Call of a client, by a name that each driver knows, and what comes of it; `{{name.member}}` is what an earlier one gave. */
export interface Step {
  call: string;
  with?: Record<string, unknown>;
  gives?: unknown;
  fails?: Record<string, unknown>;
  as?: string;
}

/** Call as a driver gets it. */
export interface Command {
  client: { baseUrl: string; apiKey: string } & Record<string, unknown>;
  call: string;
  with: Record<string, unknown>;
}

/** What came of a call. */
export type Outcome = { value: unknown } | { error: Record<string, unknown> };

/** Client of one language that plays commands. */
export interface Driver {
  name: string;
  /** `User-Agent` of its client. */
  userAgent: string;
  play(command: Command): Promise<Outcome>;
  close(): Promise<void>;
}

/** The list that all clients share. */
export const BEHAVIOURS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'clients', 'behaviours.json'), 'utf8'),
) as readonly Behaviour[];
