import * as fc from 'fast-check';
import {
  createSecretBox,
  generateSealingKey,
  keyIdOfSealed,
  keyIdOf,
  secretList,
  secretsFrom,
} from '../../base/secrets';
import { readSettings } from '../../base/settings';
import {
  hashToken,
  linkToken,
  newLinkToken,
  newToken,
  readUnsubscribeToken,
  repeatLinkToken,
  unsubscribeToken,
} from '../../base/tokens';
import {
  checkPasswordStrength,
  hashPassword,
  isOutdated,
  isPassword,
} from '../../modules/accounts/use-cases/passwords';

const SECRETS = secretsFrom('a secret of at least thirty-two characters');
const [SECRET] = SECRETS;
const OTHERS = secretsFrom('another secret of at least thirty-two characters');
const [OTHER] = OTHERS;

test('makes link tokens of 256 bits, bound to secret, purpose and link', () => {
  const token = linkToken(SECRET, 'sign_in', 'lnk_1');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(linkToken(SECRET, 'sign_in', 'lnk_1')).toBe(token);
  const elsewhere = [linkToken(OTHER, 'sign_in', 'lnk_1'), linkToken(SECRET, 'password_reset', 'lnk_1')];
  const others = [...elsewhere, linkToken(SECRET, 'sign_in', 'lnk_2'), newToken()];
  expect(new Set([token, ...others]).size).toBe(5);
  expect(hashToken(token)).toHaveLength(32);
});

test('accepts only unchanged unsubscribe tokens with the right secret', () => {
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

test('stores a password as salted argon2id', async () => {
  const [first, second] = [await hashPassword('a quiet sentence'), await hashPassword('a quiet sentence')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await isPassword('a quiet sentence', first)).toBe(true);
  expect(await isPassword('a quiet sentencf', first)).toBe(false);
  expect(await isPassword('nobody has this password', null)).toBe(false);
});

test('rehashes a password that was stored with weaker parameters', () => {
  expect(isOutdated('$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA')).toBe(false);
  expect(isOutdated('$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA')).toBe(true);
  expect(isOutdated('$argon2i$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA')).toBe(true);
});

describe('a new password', () => {
  const chosen = (password: string) => checkPasswordStrength(password, 'ann.miller@heron-letters.example');

  test.each(['the herons came back in march', '鹭鸶在三月回来了今年比去年早了三天', 'vT7#qLw9!zRk2@pXm'])(
    'accepts "%s"',
    async (good) => {
      await expect(chosen(good)).resolves.toBeUndefined();
    },
  );

  test.each(['Password12345678', 'p@ssw0rdp@ssw0rd', 'z'.repeat(128), 'correct horse battery staple'])(
    'refuses "%s" as too common',
    async (bad) => {
      await expect(chosen(bad)).rejects.toMatchObject({ public: { errors: [{ code: 'too_common' }] } });
    },
  );

  test.each(['ann.miller@heron-letters.example', 'Newsletter Opportunity Intelligence', 'N3wsl3tt3r0pp0rtun1ty'])(
    'refuses "%s" as derived from owner or service',
    async (bad) => {
      await expect(chosen(bad)).rejects.toMatchObject({ public: { errors: [{ code: 'too_guessable' }] } });
    },
  );
});

describe('rotation', () => {
  const [OLD, NEW] = ['the old one of at least thirty-two characters', 'the new one of at least thirty-two characters'];
  const before = secretsFrom(OLD);
  const after = secretsFrom(NEW, OLD);
  const retired = secretsFrom(NEW);
  const key = () => Buffer.from(generateSealingKey(), 'base64');

  test('reads secrets in order, and derives ids that do not reveal them', () => {
    const { TOKEN_SECRET } = readSettings({ TOKEN_SECRET: secretList() }, { TOKEN_SECRET: `${NEW}, ${OLD}` });
    expect(TOKEN_SECRET).toEqual(after);
    expect(keyIdOf(OLD)).toMatch(/^[0-9a-f]{8}$/);
  });

  test.each([
    ['short', 'TOKEN_SECRET: must have at least 32 characters'],
    [`${NEW},short`, 'TOKEN_SECRET: secret 2 of 2 is too short'],
  ])('rejects a short secret by name and position without quoting it: %#', (value, says) => {
    const read = () => readSettings({ TOKEN_SECRET: secretList() }, { TOKEN_SECRET: value });
    expect(read).toThrow(says);
    expect(read).not.toThrow(NEW);
    expect(read).not.toThrow(/"short"/);
  });

  test('repeats a link after a rotation, but not without its secret', () => {
    const stored = newLinkToken(before[0], 'sign_in', 'lnk_1');
    const first = linkToken(before[0], 'sign_in', 'lnk_1');
    expect(repeatLinkToken(after, 'sign_in', 'lnk_1', stored)).toBe(first);
    expect(() => repeatLinkToken(retired, 'sign_in', 'lnk_1', stored)).toThrow(
      `The secret with the id ${stored.tokenKeyId} is no longer in TOKEN_SECRET`,
    );
  });

  test('opens a sealed secret only while its key is listed, unchanged, and for its owner', () => {
    const [old, fresh] = [key(), key()];
    const box = createSecretBox([fresh, old]);
    const sealed = createSecretBox([old]).seal('whsec_x', 'whk_1');
    expect(box.open(sealed, 'whk_1')).toBe('whsec_x');
    expect([keyIdOfSealed(sealed), keyIdOfSealed(box.seal('whsec_x', 'whk_1'))]).toEqual([
      keyIdOf(old),
      keyIdOf(fresh),
    ]);
    expect(() => box.open(sealed, 'whk_2')).toThrow(/authenticate/);
    const changed = Buffer.from(sealed);
    changed[changed.length - 1]! ^= 1;
    expect(() => box.open(changed, 'whk_1')).toThrow(/authenticate/);
    expect(() => createSecretBox([fresh]).open(sealed, 'whk_1')).toThrow(
      `The secret with the id ${keyIdOf(old)} is no longer in WEBHOOK_SECRET_KEY`,
    );
  });
});
