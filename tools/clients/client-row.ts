/** Generator of clients: what it needs, and how its client comes to run. */
export interface ClientRow {
  name: string;
  /** Programs that must be on PATH. */
  needs: readonly string[];
  /** Generates and compiles in a folder that holds our program; returns the command that runs it there. */
  prepare(folder: string, description: string): Promise<[program: string, ...args: string[]]>;
  /** Peculiarity that a user of this generator should know. */
  note?: string;
}
