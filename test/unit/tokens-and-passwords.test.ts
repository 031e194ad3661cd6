import * as fc from 'fast-check';
import { checkPasswordStrength, hashPassword, isOutdated, isPassword } from '../../commands/people/passwords';
import {
  hashSource,
  hashToken,
  linkToken,
  newToken,
  readUnsubscribeToken,
  unsubscribeToken,
} from '../../platform/tokens';
import { secretsFrom } from '../../platform/secrets';

const SECRETS = secretsFrom('a secret of at least thirty-two characters');
const [SECRET] = SECRETS;
const OTHERS = secretsFrom('another secret of at least thirty-two characters');
const [OTHER] = OTHERS;

test('a link token is 256 bits, the same for the same link, and another for any other secret, purpose or link', () => {
  const token = linkToken(SECRET, 'sign_in', 'lnk_1');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(linkToken(SECRET, 'sign_in', 'lnk_1')).toBe(token);
  const others = [
    linkToken(OTHER, 'sign_in', 'lnk_1'),
    linkToken(SECRET, 'password_reset', 'lnk_1'),
    linkToken(SECRET, 'sign_in', 'lnk_2'),
    newToken(),
  ];
  expect(new Set([token, ...others]).size).toBe(5);
  expect(hashToken(token)).toHaveLength(32);
});

test('an unsubscribe token is read back by its own secret only, and no change of it passes', () => {
  const token = unsubscribeToken(SECRET, 'con_1');
  expect(readUnsubscribeToken(SECRETS, token)).toBe('con_1');
  expect(readUnsubscribeToken(OTHERS, token)).toBeNull();
  fc.assert(
    fc.property(fc.nat(token.length), fc.string({ unit: 'binary' }), (at, text) => {
      const changed = token.slice(0, at) + text + token.slice(at + 1);
      expect(readUnsubscribeToken(SECRETS, changed)).toBe(changed === token ? 'con_1' : null);
    }),
  );
});

test('the hash of where a consent came from needs the secret', () => {
  expect(hashSource(SECRET, '127.0.0.1')).not.toEqual(hashSource(OTHER, '127.0.0.1'));
});

test('a password is stored as salted argon2id and taken as it was', async () => {
  const [first, second] = [await hashPassword('a quiet sentence'), await hashPassword('a quiet sentence')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await isPassword('a quiet sentence', first)).toBe(true);
  expect(await isPassword('a quiet sentencf', first)).toBe(false);
  expect(await isPassword('nobody has this password', null)).toBe(false);
});

test.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
  ['$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA', false],
  ['$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA', true],
  ['$argon2id$v=19$m=4096,t=2,p=1$c2FsdA$aGFzaA', true],
  ['$argon2i$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA', true],
])('%s is hashed again: %s', (stored, outdated) => {
  expect(isOutdated(stored)).toBe(outdated);
});

describe('a password that is chosen', () => {
  const chosen = (password: string) => checkPasswordStrength(password, 'ann.miller@heron-letters.example');

  test.each([
    'fünfzehn zeichen',
    'the herons came back in march',
    '鹭鸶在三月回来了今年比去年早了三天',
    'vT7#qLw9!zRk2@pXm',
    'Paris 1889 iron and rain',
    'many words make a long sentence '.repeat(4),
  ])('"%s" is taken', async (good) => {
    await expect(chosen(good)).resolves.toBeUndefined();
  });

  test.each([
    'Password12345678',
    'p@ssw0rdp@ssw0rd',
    'pass word_pass-word',
    'QWERTYUIOPASDFGHJKL',
    'z'.repeat(128),
    'letmein letmein letmein',
    'x7!'.repeat(6),
    'iloveyouiloveyou',
    'newsletternewsletter',
    '               ',
    'correct horse battery staple',
  ])('"%s" is refused as too common', async (bad) => {
    await expect(chosen(bad)).rejects.toMatchObject({ public: { errors: [{ code: 'too_common' }] } });
  });

  test.each([
    'ann.miller@heron-letters.example',
    'Ann.Miller.Ann.Miller',
    'heron-letters.example',
    'Newsletter Opportunity Intelligence',
    'N3wsl3tt3r0pp0rtun1ty',
  ])('"%s" follows from its owner or this service and is refused', async (bad) => {
    await expect(chosen(bad)).rejects.toMatchObject({ public: { errors: [{ code: 'too_guessable' }] } });
  });
});
