/**
 * `npm run openapi:check`: compares the description with the released one; exits 1 where a client of the release could
 * break. `npm run openapi:release` keeps the description as released,
 * unless it breaks a client.
 */
import { compareDescriptions } from './compare-descriptions';
import { currentDescription, keepReleased, releasedDescription } from './released';

function breaks(): boolean {
  const today = new Date().toISOString().slice(0, 10);
  const breaches = compareDescriptions(releasedDescription(), currentDescription(), today);
  for (const { at, what } of breaches) console.error(`breaks clients: ${at}: ${what}`);
  if (breaches.length > 0) {
    console.error(
      'A client of the last release could break. Add instead of changing, or retire what goes: docs/interface.md, Compatibility.',
    );
  }
  return breaches.length > 0;
}

if (process.argv.includes('--release')) {
  if (breaks()) process.exit(1);
  keepReleased(currentDescription());
  console.log('Kept in docs/openapi/v1.released.json: commit it with the release.');
} else {
  if (breaks()) process.exit(1);
  console.log('The description breaks no client of the last release.');
}
