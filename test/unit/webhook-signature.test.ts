import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../clients/typescript/src/index';
import { generateSigningSecret, signedHeaders } from '../../platform/webhook-signature';

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

describe('verifyWebhook of our client', () => {
  const secret = `whsec_${Buffer.from('a secret that only tests know').toString('base64')}`;
  const body = JSON.stringify({ type: 'webhook.test', data: { webhookId: 'whk_1' } });
  const signed = (at = new Date(), by = secret) => ({
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  });

  test('accepts every form of body and headers, also during a rotation', async () => {
    const headers = signed();
    const two = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` };
    const listed = { ...headers, 'webhook-signature': [headers['webhook-signature']] };
    const given = [headers, new Headers(headers), two, listed];
    for (const one of given) expect(await verifyWebhook(body, one, secret)).toMatchObject({ type: 'webhook.test' });
    expect(await verifyWebhook(Buffer.from(body), headers, secret)).toMatchObject({ data: { webhookId: 'whk_1' } });
  });

  test.each([
    ['of another secret', signed(new Date(), `whsec_${Buffer.from('another').toString('base64')}`), body],
    ['of another body', signed(), `${body} `],
    ['from an hour ago', signed(new Date(Date.now() - 3_600_000)), body],
    ['without a time', { ...signed(), 'webhook-timestamp': 'soon' }, body],
    ['without headers', {}, body],
    ['with a signature that is none', { ...signed(), 'webhook-signature': 'v1,%%%' }, body],
  ])('refuses a message %s', async (_name, headers, sent) => {
    const refused = verifyWebhook(sent, headers, secret);
    await expect(refused).rejects.toMatchObject({ name: 'NoiError', code: 'invalid_webhook' });
  });
});
