import { str, url } from 'envalid';
import { apiSettings, localReadyFile, rateLimitStore } from '../../http/settings';
import { duration, flag, positiveNumber, readSettings } from '../../platform/settings';

const specs = {
  ADDRESS: url(),
  LIFETIME: duration({ default: 60_000 }),
  ON: flag({ default: false }),
  SCALE: positiveNumber({ default: 1 }),
  LEVEL: str({ choices: ['low', 'high'], default: 'low' }),
};

test('defaults are filled in and the result is frozen', () => {
  const settings = readSettings(specs, { ADDRESS: 'http://x' });
  expect({ ...settings }).toMatchObject({ ADDRESS: 'http://x', LIFETIME: 60_000, ON: false, SCALE: 1, LEVEL: 'low' });
  expect(Object.isFrozen(settings)).toBe(true);
});

test.each([
  ['31m', 1_860_000],
  ['500ms', 500],
  ['2s', 2_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
])('the duration %s is %i ms', (text, ms) => {
  expect(readSettings(specs, { ADDRESS: 'http://x', LIFETIME: text }).LIFETIME).toBe(ms);
});

test.each<[Record<string, string>, string]>([
  [{}, 'ADDRESS'],
  [{ ADDRESS: '' }, 'ADDRESS'],
  [{ ADDRESS: 'not an address' }, 'ADDRESS'],
  [{ ADDRESS: 'http://x', LIFETIME: '31' }, 'LIFETIME'],
  [{ ADDRESS: 'http://x', LIFETIME: '-1m' }, 'LIFETIME'],
  [{ ADDRESS: 'http://x', LIFETIME: ' ' }, 'LIFETIME'],
  [{ ADDRESS: 'http://x', ON: 'yes' }, 'ON'],
  [{ ADDRESS: 'http://x', SCALE: '0' }, 'SCALE'],
  [{ ADDRESS: 'http://x', LEVEL: 'middle' }, 'LEVEL'],
])('%j is refused with a message that names %s', (env, name) => {
  expect(() => readSettings(specs, env)).toThrow(name);
});

test('every invalid setting is named in one message', () => {
  expect(() => readSettings(specs, { LIFETIME: 'x', ON: 'y' })).toThrow(/ADDRESS[\s\S]*LIFETIME[\s\S]*ON/);
});

test('the settings that checks from outside rely on are there', () => {
  expect(Object.keys(apiSettings)).toEqual(
    expect.arrayContaining([
      'RUN_QUEUE_EXPIRY',
      'EVALUATION_DEADLINE',
      'SEARCH_DEADLINE',
      'KEY_CACHE_TTL',
      'LIMITS_SCALE',
    ]),
  );
});

test('the page with the keys of this machine is off unless it is switched on, and refused where others could reach it', () => {
  const on = { LOCAL_READY_FILE: '/x/ready.json', PUBLIC_URL: 'http://127.0.0.1:3000', TRUSTED_HOPS: undefined };
  expect(localReadyFile({ ...on, LOCAL_READY_FILE: undefined })).toBeNull();
  expect(localReadyFile(on)).toBe('/x/ready.json');
  for (const exposed of [
    { PUBLIC_URL: 'https://noi.example' },
    { PUBLIC_URL: 'http://noi.example' },
    { PUBLIC_URL: 'https://localhost' },
    { TRUSTED_HOPS: 1 },
  ]) {
    expect(() => localReadyFile({ ...on, ...exposed })).toThrow('LOCAL_READY_FILE');
  }
});

test('limits are shared where several processes may answer: behind https, unless the setting says otherwise', () => {
  const storeOf = (more: NodeJS.ProcessEnv) =>
    rateLimitStore(readSettings(apiSettings, { DATABASE_URL: 'postgres://localhost/noi', ...more }));
  expect(storeOf({})).toBe('memory');
  expect(storeOf({ RATE_LIMIT_STORE: 'postgres' })).toBe('postgres');
  expect(storeOf({ PUBLIC_URL: 'https://noi.example' })).toBe('postgres');
  expect(storeOf({ PUBLIC_URL: 'https://noi.example', RATE_LIMIT_STORE: 'memory' })).toBe('memory');
});
