// Writes test/fixtures/vendor-objects.json: the payment provider's objects as its own description has them, for
// test/providers/fidelity.test.ts, which needs no network. Input: `openapi/spec3.json` of github.com/stripe/stripe-mock
// (in the module's folder after `go install github.com/stripe/stripe-mock@VERSION`).
import { readFileSync, writeFileSync } from 'node:fs';

const OBJECTS = [
  'account',
  'balance',
  'balance_settings',
  'balance_transaction',
  'charge',
  'checkout.session',
  'dispute',
  'event',
  'invoice',
  'item',
  'payment_intent',
  'payout',
  'radar.early_fraud_warning',
  'refund',
  'tax.settings',
  'transfer',
  'transfer_reversal',
  'webhook_endpoint',
];
/** Levels below an object that are kept; deeper ones may hold anything. */
const DEPTH = 1;

const [source] = process.argv.slice(2);
if (!source) throw new Error('Usage: npm run vendor-objects -- /path/to/stripe-mock/embedded/openapi/spec3.json');
const { info, components } = JSON.parse(readFileSync(source, 'utf8'));

function schemaOf(schema, depth) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    if (OBJECTS.includes(name)) return { $ref: `#/$defs/${name}` };
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

const $defs = Object.fromEntries(OBJECTS.map((name) => [name, schemaOf(components.schemas[name], DEPTH)]));
writeFileSync(
  new URL('../../test/fixtures/vendor-objects.json', import.meta.url),
  `${JSON.stringify({ version: info.version, $defs })}\n`,
);
