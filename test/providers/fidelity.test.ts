/** Stand-ins return, and the product sends, only what the vendors' own descriptions allow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import { forward, type Exchange } from '../../admin/first-contact/assumption';
import { PACKAGE_ROOT } from '../../base/package-root';
import { REASONS } from '../../vendors/mail/mail-events';
import { createMailer } from '../../vendors/mail/provider';
import { startInbox } from '../support/mails';
import { use } from '../support/use';
import { paidOrder, startParts } from './payment-parts';

interface Description {
  events: Record<string, string>;
  $defs: Record<string, object>;
}
const described = (name: string) =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test', 'fixtures', `${name}.json`), 'utf8')) as Description;

/** Validates values against a description. */
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
  /** Fields in the product's API version that the older recorded description lacks. */
  const NEWER: Record<string, string[]> = { 'checkout.session': ['allowed_payment_method_types'] };
  const LISTS = [
    'balance_transactions',
    'charges',
    'checkout/sessions',
    'disputes',
    'events',
    'payment_intents',
    'radar/early_fraud_warnings',
    'refunds',
    'transfers',
    'webhook_endpoints',
  ];
  const flawsOfObject = (object: Stored) => {
    const known = Object.entries(object).filter(([field]) => !NEWER[object.object]?.includes(field));
    return flawsOf(object.object, Object.fromEntries(known));
  };

  test('returns objects with the fields, types and values of the description', async () => {
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
    await parts.api(`/v1/transfers/${transfer.id}/reversals`, { amount: '100' });

    const alone = ['/v1/account', '/v1/balance', '/v1/tax/settings'].map((path) => parts.api(path));
    const seen = (await Promise.all([...alone, parts.api('/v1/balance_settings', null, account)])) as Stored[];
    const lists = [
      ...LISTS.map((name) => parts.api(`/v1/${name}`)),
      ...['payouts', 'balance_transactions'].map((name) => parts.api(`/v1/${name}`, null, account)),
    ];
    for (const { data } of (await Promise.all(lists)) as { data: Stored[] }[]) {
      expect(data).not.toEqual([]);
      seen.push(...data);
    }
    // Each event carries its object in the state that it had when the event occurred.
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

  test('accepts a mail with every field that ours use, and answers as described', async () => {
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

  test('sends only events that we handle or deliberately ignore', () => {
    expect(Object.keys(REASONS)).toEqual(expect.arrayContaining(Object.keys(vendor.events)));
  });
});
