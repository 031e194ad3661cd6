// Writes test/fixtures/vendor-mail.json: what the mail provider's own description says of the requests that the product makes
// and of the events that it takes, for test/providers/fidelity.test.ts, which needs no network. Input: `resend.json` of
// github.com/resend/resend-openapi.
import { readFileSync, writeFileSync } from 'node:fs';

const OBJECTS = ['SendEmailRequest', 'SendEmailResponse', 'ListDomainsResponse', 'RemoveSuppressionResponseSuccess'];
const PLACE = '#/components/schemas/';

const [source] = process.argv.slice(2);
if (!source) throw new Error('Usage: npm run vendor-mail -- /path/to/resend.json');
const { info, components, webhooks } = JSON.parse(readFileSync(source, 'utf8'));

const events = Object.fromEntries(
  Object.entries(webhooks)
    .filter(([type]) => type.startsWith('email.') && type !== 'email.received')
    .map(([type, { post }]) => [type, post.requestBody.content['application/json'].schema.$ref.slice(PLACE.length)]),
);
// Grows by what its members refer to.
const names = new Set([...OBJECTS, ...Object.values(events)]);
for (const name of names) {
  const text = JSON.stringify(components.schemas[name]);
  for (const [, other] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) names.add(other);
}
const $defs = Object.fromEntries([...names].map((name) => [name, components.schemas[name]]));
// A field that the provider does not know is a fault of ours.
$defs.SendEmailRequest.additionalProperties = false;
const extract = JSON.stringify({ version: info.version, events, $defs }).replaceAll(PLACE, '#/$defs/');
writeFileSync(new URL('../../test/fixtures/vendor-mail.json', import.meta.url), `${extract}\n`);
