import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../contracts/package-root';

/** The text of a program that the pages show; a test runs each of them as it is shown. */
export function sample(fileName: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'api', 'pages', 'developers', 'samples', fileName), 'utf8').trimEnd();
}
