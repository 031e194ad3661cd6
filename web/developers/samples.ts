import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** Source of a sample program, as shown on the pages. Tests run each sample. */
export function sample(fileName: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'web', 'developers', 'samples', fileName), 'utf8').trimEnd();
}
