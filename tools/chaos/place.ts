import type { TestAgents } from '../../test/support/agents';
import type { Books } from '../../test/support/promises';

/** Where a story plays: the product as people and its operator reach it, and what its vendors saw. */
export interface Place extends Books {
  /** https address of the API as callers reach it. */
  apiUrl: string;
  agents: TestAgents;
  /** Runs an operator's command; resolves with its output, rejects if it fails. */
  admin(...args: string[]): Promise<string>;
  /** Lets whole seconds pass at once in the database and at the payment provider; absent where it cannot. */
  letTimePass?(seconds: number): Promise<void>;
  /** Starts every part that is down. */
  revive(): Promise<void>;
  /** Unexpected exits of our processes, in words. */
  crashes(): string[];
  close(): Promise<void>;
}
