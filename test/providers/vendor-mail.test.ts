/** Guarantees: mails are asked for as the mail provider's own description says, and each event that it describes is read. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { forward, type Exchange } from '../../admin/first-contact/forward';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { createMailer } from '../../providers/mail/create-mailer';
import { readMailEvent } from '../../providers/mail/mail-events';
import { startInbox } from '../support/inbox';
import { use } from '../support/use';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  const?: string;
  enum?: string[];
  type?: string;
  format?: string;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}
const vendor = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test', 'fixtures', 'vendor-mail.json'), 'utf8')) as {
  events: Record<string, string>;
  $defs: Record<string, Schema>;
};
const ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
ajv.addSchema({ $id: 'vendor', $defs: vendor.$defs });
const flawsOf = (name: string, value: unknown) => {
  const valid = ajv.getSchema(`vendor#/$defs/${name}`)!;
  return valid(value) ? [] : valid.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const inbox = use(startInbox);
const asked: Exchange[] = [];
const wire = use(() => forward(inbox.url, (exchange) => (asked.push(exchange), exchange)));

test('a mail with all that ours have is one that the provider describes, and so is the answer of the stand-in', async () => {
  await createMailer({ apiKey: 're_local', baseUrl: wire.url, from: 'Tests <hello@example.com>' }).send({
    to: 'reader@example.com',
    subject: 'Your dossier is ready',
    html: '<p>Ready</p>',
    text: 'Ready',
    replyTo: 'staff@example.com',
    headers: { 'List-Unsubscribe': '<https://example.com/stop>' },
    idempotencyKey: 'run-completed/run_1',
  });
  const [mail] = asked;
  const body = JSON.parse(mail!.asked) as Record<string, unknown>;
  expect(Object.keys(body).toSorted()).toEqual(['from', 'headers', 'html', 'reply_to', 'subject', 'text', 'to']);
  expect(flawsOf('SendEmailRequest', body)).toEqual([]);
  expect(flawsOf('SendEmailRequest', { ...body, replyTo: 'staff@example.com' })).toHaveLength(1);
  expect(flawsOf('SendEmailResponse', JSON.parse(mail!.body))).toEqual([]);
});

/** All that a schema of the description allows, with the fields that may be left out and without. */
function drawn(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return drawn(vendor.$defs[schema.$ref.split('/').at(-1)!]!);
  if (schema.allOf) return fc.tuple(...schema.allOf.map(drawn)).map((parts) => Object.assign({}, ...parts) as object);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'array') return fc.array(drawn(schema.items!), { maxLength: 3 });
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString());
  if (schema.type === 'string') return fc.string();
  const fields = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, drawn(each)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}

const SECRET = `whsec_${Buffer.from('secret of the tests').toString('base64')}`;

function read(event: unknown) {
  const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1_000))];
  const body = Buffer.from(JSON.stringify(event));
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return readMailEvent(SECRET, body, { id, timestamp, signature: `v1,${signature}` });
}

interface Drawn {
  data: { to: string[]; bounce?: { type: string }; suppressed?: { reason: string } };
}
/** Why an event of a type ends the mails to its recipients; every other type does not. */
const REASONS: Record<string, (event: Drawn) => string | null> = {
  'email.bounced': ({ data }) => (data.bounce!.type === 'Permanent' ? 'bounce' : null),
  'email.complained': () => 'complaint',
  'email.suppressed': ({ data }) => (data.suppressed!.reason === 'previous_complaint' ? 'complaint' : 'bounce'),
};

test.each(Object.entries(vendor.events))('each %s that the provider describes is read', (type, name) => {
  fc.assert(
    fc.property(drawn({ $ref: name }), (event) => {
      const sent = event as Drawn;
      sent.data.to = ['Reader <Reader@Example.com>'];
      expect(flawsOf(name, sent)).toEqual([]);
      const reason = REASONS[type]?.(sent) ?? null;
      expect(read(sent)).toEqual({ id: 'msg_1', type, reason, addresses: ['reader@example.com'] });
    }),
  );
});
