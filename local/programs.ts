import { join } from 'node:path';
import { PACKAGE_ROOT } from '../platform/package-root';

/**
 * Path of the built JavaScript of a module, such as `server/main`; it need not exist yet. Child processes always run built
 * files, even when this code runs from TypeScript (tests).
 */
export function built(module: string): string {
  return join(PACKAGE_ROOT, 'dist', `${module}.js`);
}
