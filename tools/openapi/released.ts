import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOpenApi } from '../../api/description/openapi';
import { allEndpoints } from '../../api/endpoints/table';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { bare, withAnswers, type Description } from './description';

/** Address that replaces the service's where the description is kept. */
export const KEPT_URL = 'https://api.noi.example';

const FILE = join(PACKAGE_ROOT, 'docs', 'openapi', 'v1.released.json');

/** The description as this code serves it, under {@link KEPT_URL}. */
export function currentDescription(): Description {
  return withAnswers(JSON.parse(JSON.stringify(describeOpenApi(allEndpoints(KEPT_URL), KEPT_URL))) as Description);
}

/** The description that clients were last given, without its texts. */
export function releasedDescription(): Description {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Description;
}

/** Keeps a description as the released one. */
export function keepReleased(description: Description): void {
  writeFileSync(FILE, `${JSON.stringify(bare(description), null, 1)}\n`);
}
