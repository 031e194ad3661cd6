import fc from 'fast-check';
import { displayPrefix, generateApiKey, hashApiKey, readApiKey } from '../../modules/accounts/contract';

test('generates keys that name their mode and have the published format', () => {
  for (const mode of ['live', 'test'] as const) {
    const key = generateApiKey(mode);
    expect(key).toMatch(new RegExp(`^noi_${mode}_[0-9A-Za-z]{49}$`));
    expect(readApiKey(key)).toBe(mode);
    expect(hashApiKey(key)).toHaveLength(64);
    expect(displayPrefix(key)).toBe(key.slice(0, 13));
  }
  expect(generateApiKey('live')).not.toBe(generateApiKey('live'));
});

test('uses CRC-32 in base62, padded to six characters, as checksum', () => {
  const body = `noi_live_${'0'.repeat(43)}`;
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let crc = ~0;
  for (const byte of Buffer.from(body)) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = ~crc >>> 0;
  let digits = '';
  for (; rest > 0; rest = Math.floor(rest / 62)) digits = alphabet[rest % 62]! + digits;
  expect(readApiKey(body + digits.padStart(6, '0'))).toBe('live');
});

test('detects any single changed character without a database', () => {
  const key = generateApiKey('live');
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0129ABZabz_-é'), (at, character) => {
      const changed = key.slice(0, at) + character + key.slice(at + 1);
      return changed === key || readApiKey(changed) === null;
    }),
  );
});
