import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { GENERATED } from './generated';

// Writes the generated pages of docs/; `npm run docs` also formats them.
for (const [file, page] of Object.entries(GENERATED)) writeFileSync(join(PACKAGE_ROOT, file), page());
