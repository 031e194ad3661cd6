import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** True if a program of this name is on PATH. */
export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
