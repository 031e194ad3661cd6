// Writes test/fixtures/vendor-mail.json: what the mail provider's own description says of the requests that the product makes
// and of the events that it takes, for test/providers/fidelity.test.ts, which needs no network. Input: `resend.json` of
// github.com/resend/resend-openapi.
import { readFileSync, writeFileSync } from 'node:fs';

const OBJECTS = ['SendEmailRequest', 'SendEmailResponse', 'ListDomainsResponse', 'RemoveSuppressionResponseSuccess'];
const PROSE = new Set(['description', 'example', 'summary']);

const [source] = process.argv.slice(2);
if (!source) throw new Error('Usage: npm run vendor-mail -- /path/to/resend.json');
const { info, components, webhooks } = JSON.parse(readFileSync(source, 'utf8'));

const $defs = {};
const nameOf = (ref) => ref.split('/').at(-1);

function keep(name) {
  if (name in $defs) return;
  $defs[name] = null;
  $defs[name] = plain(components.schemas[name]);
}

// `isName` is true where the keys are names of fields, which may be words of prose too.
function plain(value, isName = false) {
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') {
    keep(nameOf(value.$ref));
    return { $ref: `#/$defs/${nameOf(value.$ref)}` };
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isName || !PROSE.has(key))
      .map(([key, each]) => [key, plain(each, key === 'properties')]),
  );
}

const events = Object.fromEntries(
  Object.entries(webhooks)
    .filter(([type]) => type.startsWith('email.') && type !== 'email.received')
    .map(([type, { post }]) => [type, nameOf(post.requestBody.content['application/json'].schema.$ref)]),
);
for (const name of [...OBJECTS, ...Object.values(events)]) keep(name);
// A field that the provider does not know is a fault of ours.
$defs.SendEmailRequest.additionalProperties = false;
const extract = { version: info.version, events, $defs };
writeFileSync(new URL('../../test/fixtures/vendor-mail.json', import.meta.url), `${JSON.stringify(extract)}\n`);
