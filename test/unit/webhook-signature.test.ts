import { Webhook } from 'standardwebhooks';
import { createSecretBox, generateSealingKey, sealingKey } from '../../contracts/secret-box';
import { readSettings } from '../../contracts/settings';
import { generateSigningSecret, signedHeaders } from '../../contracts/webhook-signature';

const BODY = '{"type":"webhook.test","data":{"text":"Grüße"}}';
const now = new Date();

test('the library of Standard Webhooks accepts what we sign', () => {
  const secret = generateSigningSecret();
  const headers = signedHeaders([secret], 'whd_1', now, BODY);
  expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});

test('during a rotation the old and the new secret both verify; another does not', () => {
  const [old, fresh, other] = [1, 2, 3].map(generateSigningSecret) as [string, string, string];
  const headers = signedHeaders([fresh, old], 'whd_1', now, BODY);
  for (const secret of [old, fresh]) expect(new Webhook(secret).verify(BODY, headers)).toBeTruthy();
  expect(() => new Webhook(other).verify(BODY, headers)).toThrow('No matching signature');
});

test('a changed body, id or time is refused', () => {
  const secret = generateSigningSecret();
  const headers = signedHeaders([secret], 'whd_1', now, BODY);
  const receiver = new Webhook(secret);
  expect(() => receiver.verify(`${BODY} `, headers)).toThrow('No matching signature');
  expect(() => receiver.verify(BODY, { ...headers, 'webhook-id': 'whd_2' })).toThrow('No matching signature');
  const earlier = signedHeaders([secret], 'whd_1', new Date(now.getTime() - 301_000), BODY);
  expect(() => receiver.verify(BODY, earlier)).toThrow('too old');
});

test('a sealed secret opens with its own key and for its own owner only', () => {
  const [ours, theirs] = [1, 2].map(() => createSecretBox(Buffer.from(generateSealingKey(), 'base64')));
  const sealed = ours!.seal('whsec_x', 'whk_1');
  expect(ours!.open(sealed, 'whk_1')).toBe('whsec_x');
  expect(ours!.seal('whsec_x', 'whk_1').equals(sealed)).toBe(false);
  expect(() => ours!.open(sealed, 'whk_2')).toThrow(/authenticate/);
  expect(() => theirs!.open(sealed, 'whk_1')).toThrow(/authenticate/);
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  expect(() => ours!.open(changed, 'whk_1')).toThrow(/authenticate/);
  expect(() => ours!.open(sealed.subarray(0, 20), 'whk_1')).toThrow(/tag/);
});

test.each(['short', `${generateSealingKey()}!`, Buffer.alloc(31).toString('base64')])(
  'the sealing key %j is refused without being quoted',
  (value) => {
    const read = () => readSettings({ WEBHOOK_SECRET_KEY: sealingKey() }, { WEBHOOK_SECRET_KEY: value });
    expect(read).toThrow('WEBHOOK_SECRET_KEY');
    expect(read).not.toThrow(value);
  },
);
