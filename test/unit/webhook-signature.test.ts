import { Webhook } from 'standardwebhooks';
import { generateSigningSecret, signedHeaders } from '../../base/webhook-settings';
import { verifyWebhook } from '../../clients/typescript/src/index';

const BODY = '{"type":"webhook.test","data":{"text":"Grüße"}}';
const now = new Date();

test('signs with each secret of a rotation as the Standard Webhooks library verifies', () => {
  const [old, fresh, other] = [1, 2, 3].map(generateSigningSecret) as [string, string, string];
  const headers = signedHeaders([fresh, old], 'whd_1', now, BODY);
  for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(BODY, headers)).not.toThrow();
  expect(() => new Webhook(other).verify(BODY, headers)).toThrow('No matching signature');
  const receiver = new Webhook(fresh);
  expect(() => receiver.verify(`${BODY} `, headers)).toThrow('No matching signature');
  expect(() => receiver.verify(BODY, { ...headers, 'webhook-id': 'whd_2' })).toThrow('No matching signature');
  const earlier = signedHeaders([fresh], 'whd_1', new Date(now.getTime() - 301_000), BODY);
  expect(() => receiver.verify(BODY, earlier)).toThrow('too old');
});

// clients/behaviors.json lists the signatures that must be rejected.
test('verifies every form of body and headers in our client', async () => {
  const secret = generateSigningSecret();
  const headers = signedHeaders([secret], 'whd_1', now, BODY);
  const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  for (const given of [headers, new Headers(headers), listed]) {
    expect(await verifyWebhook(BODY, given, secret)).toMatchObject({ type: 'webhook.test' });
  }
  expect(await verifyWebhook(Buffer.from(BODY), headers, secret)).toMatchObject({ data: { text: 'Grüße' } });
});
