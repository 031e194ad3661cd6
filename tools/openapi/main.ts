/**
 * `npm run openapi:check`: exits with 1 if the description breaks clients of the last release. `npm run
 * openapi:release` then stores the description as the released one; `--print` prints it.
 */
import { compareDescriptions } from './compare';
import { currentDescription, keepReleased, releasedDescription } from './description';

const today = new Date().toISOString().slice(0, 10);
const breaches = compareDescriptions(releasedDescription(), currentDescription(), today);
for (const breach of breaches) console.error(`breaks clients: ${breach}`);

if (breaches.length > 0) {
  console.error('Add instead of changing, or announce the removal first (docs/interface/versions.md#compatibility).');
  process.exitCode = 1;
} else if (process.argv.includes('--print')) {
  console.log(JSON.stringify(currentDescription()));
} else if (process.argv.includes('--release')) {
  keepReleased(currentDescription());
  console.log('Written to docs/openapi/v1.released.json: commit it with the release.');
} else {
  console.log('The description breaks no client of the last release.');
}
