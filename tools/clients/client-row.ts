import type { Driver } from './behaviours/behaviour';

/** Generator of clients: what it needs, and how its client comes to run. */
export interface ClientRow {
  name: string;
  /** Programs that must be on PATH. */
  needs: readonly string[];
  /**
   * Generates or installs, and compiles, in a folder that holds our program; returns the command that runs it there.
   * `api` is the address of the product.
   */
  prepare(folder: string, description: string, api: string): Promise<[program: string, ...args: string[]]>;
  /** Clients of ours that must do all that is in clients/behaviours.json, once prepared. */
  drivers?(folder: string): Driver[];
  /** Peculiarity that a user of this generator should know. */
  note?: string;
}
