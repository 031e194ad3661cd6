import { createSecretBox, generateSealingKey, keyIdOfSealed, sealingKeys } from '../../platform/secret-box';
import { keyIdOf, secretList, secretOf, secretsFrom } from '../../platform/secrets';
import { readSettings } from '../../platform/settings';
import {
  newLinkToken,
  linkToken,
  readUnsubscribeToken,
  repeatLinkToken,
  unsubscribeToken,
} from '../../platform/tokens';

const [OLD, NEW] = ['the old one of at least thirty-two characters', 'the new one of at least thirty-two characters'];
const before = secretsFrom(OLD);
const after = secretsFrom(NEW, OLD);
const retired = secretsFrom(NEW);
const key = () => Buffer.from(generateSealingKey(), 'base64');

test('a list is read in its order, and the id of a secret is the same at any position and reveals nothing of it', () => {
  const read = readSettings({ TOKEN_SECRET: secretList() }, { TOKEN_SECRET: `${NEW}, ${OLD}` }).TOKEN_SECRET;
  expect(read).toEqual(after);
  expect(read[1]?.id).toBe(before[0].id);
  expect(keyIdOf(OLD)).toMatch(/^[0-9a-f]{8}$/);
});

test.each([
  ['short', 'TOKEN_SECRET: must have at least 32 characters'],
  [`${NEW},short`, 'TOKEN_SECRET: secret 2 of 2 is too short'],
  [`,${NEW}`, 'TOKEN_SECRET: secret 1 of 2 is too short'],
])('a short secret in a list is refused by name and place, and not quoted: %#', (value, says) => {
  const read = () => readSettings({ TOKEN_SECRET: secretList() }, { TOKEN_SECRET: value });
  expect(read).toThrow(says);
  expect(read).not.toThrow(NEW);
  expect(read).not.toThrow(/"short"/);
});

test('a sealing key in a list that is no key is refused by name and place', () => {
  const read = () =>
    readSettings({ WEBHOOK_SECRET_KEY: sealingKeys() }, { WEBHOOK_SECRET_KEY: `${generateSealingKey()},x` });
  expect(read).toThrow('WEBHOOK_SECRET_KEY: key 2 of 2 is not usable');
});

test('a link is made again as it was at first, after a rotation; not without its secret', () => {
  const stored = newLinkToken(before[0], 'sign_in', 'lnk_1');
  const first = linkToken(before[0], 'sign_in', 'lnk_1');
  expect(repeatLinkToken(after, 'sign_in', 'lnk_1', stored)).toBe(first);
  expect(() => repeatLinkToken(retired, 'sign_in', 'lnk_1', stored)).toThrow(
    `The secret with the id ${stored.tokenKeyId} is no longer in TOKEN_SECRET`,
  );
});

test('an unsubscribe link of any listed secret is read, one of a retired secret is not', () => {
  const token = unsubscribeToken(before[0], 'con_1');
  expect(readUnsubscribeToken(after, token)).toBe('con_1');
  expect(readUnsubscribeToken(retired, token)).toBeNull();
  expect(secretOf(after, 'TOKEN_SECRET', before[0].id)).toEqual(before[0]);
  expect(() => secretOf(retired, 'TOKEN_SECRET', before[0].id)).toThrow('TOKEN_SECRET');
});

test('a sealed secret opens while its key is in the box, and a box without it names the missing key', () => {
  const [old, fresh] = [key(), key()];
  const sealed = createSecretBox([old]).seal('whsec_x', 'whk_1');
  expect(keyIdOfSealed(sealed)).toBe(keyIdOf(old));
  expect(createSecretBox([fresh, old]).open(sealed, 'whk_1')).toBe('whsec_x');
  expect(keyIdOfSealed(createSecretBox([fresh, old]).seal('whsec_x', 'whk_1'))).toBe(keyIdOf(fresh));
  expect(() => createSecretBox([fresh]).open(sealed, 'whk_1')).toThrow(
    `The secret with the id ${keyIdOf(old)} is no longer in WEBHOOK_SECRET_KEY`,
  );
});
