import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of package.json, whether the code runs from source or from dist/. */
export const PACKAGE_ROOT = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`No package.json above ${__dirname}`);
  return findRoot(parent);
}
