// Records the vendors' object descriptions for test/providers/fidelity.test.ts, which runs offline. `npm run
// vendor-objects -- FILE` takes `openapi/spec3.json` of github.com/stripe/stripe-mock (in the module folder after `go
// install github.com/stripe/stripe-mock@VERSION`). `npm run vendor-mail -- FILE` takes `resend.json` of
// github.com/resend/resend-openapi.
import { readFileSync, writeFileSync } from 'node:fs';

const PAYMENT_OBJECTS = [
  ...'account balance balance_settings balance_transaction charge checkout.session dispute event invoice'.split(' '),
  ...'item payment_intent payout radar.early_fraud_warning refund tax.settings transfer transfer_reversal'.split(' '),
  ...'webhook_endpoint'.split(' '),
];
/** Number of nested levels to keep. Deeper levels may hold anything. */
const DEPTH = 1;

const MAIL_OBJECTS = [
  'SendEmailRequest',
  'SendEmailResponse',
  'ListDomainsResponse',
  'RemoveSuppressionResponseSuccess',
];
const PLACE = '#/components/schemas/';

const [kind, source] = process.argv.slice(2);
if (!source) throw new Error('Pass the path of the description: npm run vendor-objects -- FILE, or vendor-mail.');
const { info, components, webhooks } = JSON.parse(readFileSync(source, 'utf8'));
const write = (name, text) => writeFileSync(new URL(`../../test/fixtures/${name}.json`, import.meta.url), `${text}\n`);
if (kind === 'mail') write('vendor-mail', mailExtract());
else write('vendor-objects', JSON.stringify({ version: info.version, $defs: paymentObjects() }));

function paymentObjects() {
  return Object.fromEntries(PAYMENT_OBJECTS.map((name) => [name, schemaOf(components.schemas[name], DEPTH)]));
}

function schemaOf(schema, depth) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    if (PAYMENT_OBJECTS.includes(name)) return { $ref: `#/$defs/${name}` };
    return depth === 0 ? {} : schemaOf(components.schemas[name], depth - 1);
  }
  const { type, properties, items, anyOf, enum: values, nullable, additionalProperties } = schema;
  const plain = anyOf
    ? { anyOf: anyOf.map((one) => schemaOf(one, depth)) }
    : {
        ...(type && { type }),
        ...(values && { enum: values }),
        ...(items && { items: schemaOf(items, depth) }),
        ...(properties && {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, depth === 0 ? {} : schemaOf(one, depth)]),
          ),
          additionalProperties: additionalProperties ?? false,
        }),
      };
  return nullable ? { anyOf: [plain, { type: 'null' }] } : plain;
}

function mailExtract() {
  const events = Object.fromEntries(
    Object.entries(webhooks)
      .filter(([type]) => type.startsWith('email.') && type !== 'email.received')
      .map(([type, { post }]) => [type, post.requestBody.content['application/json'].schema.$ref.slice(PLACE.length)]),
  );
  // The loop below adds the schemas that these reference.
  const names = new Set([...MAIL_OBJECTS, ...Object.values(events)]);
  for (const name of names) {
    const text = JSON.stringify(components.schemas[name]);
    for (const [, other] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) names.add(other);
  }
  const $defs = Object.fromEntries([...names].map((name) => [name, components.schemas[name]]));
  // Reject unknown fields, because sending one is our bug.
  $defs.SendEmailRequest.additionalProperties = false;
  return JSON.stringify({ version: info.version, events, $defs }).replaceAll(PLACE, '#/$defs/');
}
