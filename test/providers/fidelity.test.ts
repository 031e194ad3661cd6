/** Stand-ins answer what the vendors' own descriptions allow, and the product asks and reads by them. */
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forward, type Exchange } from '../../admin/first-contact/forward';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { createMailer } from '../../providers/mail/create-mailer';
import { readMailEvent } from '../../providers/mail/mail-events';
import { startInbox } from '../support/inbox';
import { use } from '../support/use';
import { paidOrder, startParts } from './payment-parts';

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
interface Description {
  events: Record<string, string>;
  $defs: Record<string, Schema>;
}
const described = (name: string) =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test', 'fixtures', `${name}.json`), 'utf8')) as Description;

/** What a description says against values. */
function checker({ $defs }: Description) {
  const ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
  ajv.addSchema({ $id: 'vendor', $defs });
  return (name: string, value: unknown): string[] => {
    const valid = ajv.getSchema(`vendor#/$defs/${name}`);
    if (!valid) return [`${name} is not in the description`];
    if (valid(value)) return [];
    return valid.errors!.map((each) => `${name}${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);
  };
}

describe('payments', () => {
  const flawsOf = checker(described('vendor-objects'));
  const parts = use(() => startParts());
  type Stored = Record<string, unknown> & { id: string; object: string };
  /** Fields that the product's version of the API has and the recorded description, which is older, does not. */
  const NEWER: Record<string, string[]> = { 'checkout.session': ['allowed_payment_method_types'] };
  const LISTS = [
    'accounts',
    'balance_transactions',
    'charges',
    'checkout/sessions',
    'disputes',
    'events',
    'payment_intents',
    'radar/early_fraud_warnings',
    'refunds',
    'transfers',
  ];
  const flawsOfObject = (object: Stored) => {
    const known = Object.entries(object).filter(([field]) => !NEWER[object.object]?.includes(field));
    return flawsOf(object.object, Object.fromEntries(known));
  };

  test('answers objects with the fields, types and values of the description', async () => {
    const { connected } = parts.payments;
    await paidOrder(parts, { price: { amount: 50_000, currency: 'usd' } });
    const disputed = await paidOrder(parts);
    const returned = await paidOrder(parts);
    await parts.control('disputes', { paymentIntent: disputed.paymentId });
    await parts.control('fraud-warnings', { paymentIntent: returned.paymentId });
    await parts.api('/v1/refunds', { payment_intent: returned.paymentId });
    const contributor = { mode: 'live', accountId: 'acc_1', email: 'c@shop.example', country: 'US' } as const;
    const account = await connected.create(contributor);
    await parts.control(`accounts/${account}`, { payoutsEnabled: true });
    const amount = { amount: 1_000, currency: 'usd' } as const;
    const withdrawal = {
      mode: 'live',
      withdrawalId: 'wdr_1',
      connectedAccountId: account,
      amount,
      refusals: 0,
    } as const;
    const transfer = await connected.transfer(withdrawal);
    await connected.payOut(withdrawal, { amount: 500, currency: 'usd' });
    const urls = { refresh_url: 'http://shop.example/again', return_url: 'http://shop.example/done' };
    const link = await parts.api('/v1/account_links', { account, type: 'account_onboarding', ...urls });
    await parts.api(`/v1/transfers/${transfer.id}/reversals`, { amount: '100' });

    const seen = [link, await parts.api('/v1/account'), await parts.api('/v1/balance')] as Stored[];
    const lists = [
      ...LISTS.map((name) => parts.api(`/v1/${name}`)),
      ...['payouts', 'balance_transactions'].map((name) => parts.api(`/v1/${name}`, null, account)),
    ];
    for (const { data } of (await Promise.all(lists)) as { data: Stored[] }[]) {
      expect(data).not.toEqual([]);
      seen.push(...data);
    }
    // Events carry each object as it was.
    seen.push(...seen.flatMap(({ object, data }) => (object === 'event' ? [(data as { object: Stored }).object] : [])));
    expect([...new Set(seen.flatMap(flawsOfObject))]).toEqual([]);
    expect(flawsOf('refund', { id: 're_1', object: 'refund', amount: '100', colour: 'red' })).toHaveLength(2);
  });
});

describe('mail', () => {
  const vendor = described('vendor-mail');
  const flawsOf = checker(vendor);
  const inbox = use(startInbox);
  const asked: Exchange[] = [];
  const wire = use(() => forward(inbox.url, (exchange) => (asked.push(exchange), exchange)));

  test('takes a mail with all that ours have, and answers as described', async () => {
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
    expect(flawsOf('SendEmailResponse', JSON.parse(mail!.body))).toEqual([]);
  });

  /** All that a schema allows, with and without optional fields. */
  function drawn(schema: Schema): fc.Arbitrary<unknown> {
    if (schema.$ref) return drawn(vendor.$defs[schema.$ref.split('/').at(-1)!]!);
    if (schema.allOf) return fc.tuple(...schema.allOf.map(drawn)).map((all) => Object.assign({}, ...all) as object);
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

  interface Sent {
    data: { to: string[]; bounce?: { type: string }; suppressed?: { reason: string } };
  }
  const REASONS: Record<string, (event: Sent) => string> = {
    'email.bounced': ({ data }) => (data.bounce!.type === 'Permanent' ? 'bounce' : ''),
    'email.complained': () => 'complaint',
    'email.suppressed': ({ data }) => (data.suppressed!.reason === 'previous_complaint' ? 'complaint' : 'bounce'),
  };

  test.each(Object.entries(vendor.events))('reads every %s that the description allows', (type, name) => {
    fc.assert(
      fc.property(drawn({ $ref: name }), (event) => {
        const sent = event as Sent;
        sent.data.to = ['Reader <Reader@Example.com>'];
        const reason = REASONS[type]?.(sent) || null;
        expect(read(sent)).toEqual({ id: 'msg_1', type, reason, addresses: ['reader@example.com'] });
      }),
      { numRuns: 30 },
    );
  });
});
