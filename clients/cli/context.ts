import type { Client } from '../typescript/src/index';

/** What a command has to work with. */
export interface Context {
  noi: Client;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Results, a line each. */
  print(line: string): void;
  /** News for the person. */
  say(line: string): void;
}
