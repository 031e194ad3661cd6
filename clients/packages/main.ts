/**
 * `npm run packages` and a step of `npm run build`: builds the customers' packages in dist/packages, which are ready to
 * publish and also served at /developers/clients. Does nothing if no source has changed.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_PACKAGES, PACKAGE_FILES } from '../../base/client-packages';
import { PACKAGE_ROOT } from '../../base/package-root';
import { tarball, clientFiles, mcpFiles, pythonWheel } from './packages';

const MADE = { npm: () => tarball(clientFiles()), python: pythonWheel, mcp: () => tarball(mcpFiles()) };
const files = Object.values(PACKAGE_FILES).map((file) => join(CLIENT_PACKAGES, file));

function areFresh(): boolean {
  if (!files.every((file) => existsSync(file))) return false;
  const inputs = [join(PACKAGE_ROOT, 'clients'), join(PACKAGE_ROOT, 'dist', 'clients')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const newest = Math.max(...[...inputs, join(PACKAGE_ROOT, 'package.json')].map((file) => statSync(file).mtimeMs));
  return files.every((file) => statSync(file).mtimeMs > newest);
}

mkdirSync(CLIENT_PACKAGES, { recursive: true });
if (!areFresh()) {
  for (const [name, make] of Object.entries(MADE)) {
    const file = join(CLIENT_PACKAGES, PACKAGE_FILES[name as keyof typeof MADE]);
    writeFileSync(`${file}.${process.pid}`, make());
    renameSync(`${file}.${process.pid}`, file);
  }
}
if (process.argv.includes('--say')) process.stdout.write(`${files.join('\n')}\n`);
