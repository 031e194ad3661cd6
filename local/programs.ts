import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the checkout: the nearest one above this file that holds package.json. */
export const CHECKOUT = findCheckout(__dirname);

/**
 * Path of the built JavaScript of a module, such as `api/main`; it need not exist yet. Child processes always run built files,
 * also where this code itself runs from TypeScript (tests).
 */
export function built(module: string): string {
  return join(CHECKOUT, 'dist', `${module}.js`);
}

function findCheckout(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${start}`);
    folder = parent;
  }
  return folder;
}
