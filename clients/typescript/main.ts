/** Runs `npm run client`: builds the package of the client into dist/noi-client, ready for `npm install` or `npm pack`. */
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { packClient } from './pack';

const folder = join(PACKAGE_ROOT, 'dist', 'noi-client');
packClient(folder);
process.stdout.write(`Built ${folder}\nInstall it elsewhere with: npm install ${folder}\n`);
