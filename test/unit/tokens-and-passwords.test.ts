import * as fc from 'fast-check';
import { checkNewPassword, hashPassword, isPassword } from '../../api/passwords';
import { COMMON_PASSWORDS } from '../../contracts/common-passwords';
import { Failure } from '../../contracts/failures';
import {
  hashSource,
  hashToken,
  linkToken,
  newToken,
  readUnsubscribeToken,
  unsubscribeToken,
} from '../../contracts/tokens';

const SECRET = 'a secret of at least thirty-two characters';

test('a link token is 256 bits, the same for the same link, and another for any other secret, purpose or link', () => {
  const token = linkToken(SECRET, 'sign_in', 'lnk_1');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(linkToken(SECRET, 'sign_in', 'lnk_1')).toBe(token);
  const others = [
    linkToken(`${SECRET}.`, 'sign_in', 'lnk_1'),
    linkToken(SECRET, 'password_reset', 'lnk_1'),
    linkToken(SECRET, 'sign_in', 'lnk_2'),
    newToken(),
  ];
  expect(new Set([token, ...others]).size).toBe(5);
  expect(hashToken(token)).toHaveLength(32);
});

test('an unsubscribe token is read back by its own secret only, and no change of it passes', () => {
  const token = unsubscribeToken(SECRET, 'con_1');
  expect(readUnsubscribeToken(SECRET, token)).toBe('con_1');
  expect(readUnsubscribeToken(`${SECRET}.`, token)).toBeNull();
  fc.assert(
    fc.property(fc.nat(token.length), fc.string({ unit: 'binary' }), (at, text) => {
      const changed = token.slice(0, at) + text + token.slice(at + 1);
      expect(readUnsubscribeToken(SECRET, changed)).toBe(changed === token ? 'con_1' : null);
    }),
  );
});

test('the hash of where a consent came from needs the secret', () => {
  expect(hashSource(SECRET, '127.0.0.1')).not.toEqual(hashSource(`${SECRET}.`, '127.0.0.1'));
});

test('a password is stored as salted argon2id and taken as it was', async () => {
  const [first, second] = [await hashPassword('a quiet sentence'), await hashPassword('a quiet sentence')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await isPassword('a quiet sentence', first)).toBe(true);
  expect(await isPassword('a quiet sentencf', first)).toBe(false);
  expect(await isPassword('nobody has this password', null)).toBe(false);
});

test('long sentences of any kind are taken; common ones and what is made of them are not', () => {
  for (const good of [
    'fünfzehn zeichen',
    'the herons came back in march',
    '鹭鸶在三月回来了今年比去年早了三天',
    'x7!'.repeat(6),
  ]) {
    expect(() => checkNewPassword(good)).not.toThrow();
  }
  for (const bad of [
    'Password12345678',
    'pass word_pass-word',
    'QWERTYUIOPASDFGHJKL',
    'z'.repeat(128),
    'letmein letmein letmein',
  ]) {
    expect(() => checkNewPassword(bad)).toThrow(Failure);
  }
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(5_000);
});
