const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qazwsxedcrfvtgb'];
const WORDS = [
  'password',
  'passwort',
  'passphrase',
  'letmein',
  'welcome',
  'iloveyou',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'trustno1',
  'changeme',
  'secret',
  'admin',
  'administrator',
  'newsletter',
  'opportunity',
  'correcthorsebatterystaple',
];
const ENDINGS = ['', '1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '!', '2026'];

const MIN_LENGTH = 15;
const MAX_LENGTH = 128;

/**
 * Common passwords that are long enough for the policy, in lower case and without spaces, points, hyphens and underscores: what
 * people make of a short one that was refused. Repeated words and characters, keyboard rows and known phrases.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [...repeated(), ...rows(), ...phrases()].filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH),
);

function* repeated(): Generator<string> {
  for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789*!?') {
    for (let length = MIN_LENGTH; length <= MAX_LENGTH; length++) yield character.repeat(length);
  }
  for (const word of [...WORDS, ...ROWS, '123', '1234', '12345', '123456', 'abc', 'abc123', 'qwerty', 'test', 'asdf']) {
    for (let times = 1; times * word.length <= MAX_LENGTH; times++) {
      for (const ending of ENDINGS) yield word.repeat(times) + ending;
    }
  }
}

function* rows(): Generator<string> {
  const endless = ['12345678901234567890', '01234567890123456789', '09876543210987654321', '98765432109876543210'];
  for (const row of [...endless, ...ROWS, ROWS.slice(0, 3).join(''), [...ROWS.slice(0, 3)].reverse().join('')]) {
    for (let length = MIN_LENGTH; length <= row.length; length++) yield row.slice(0, length);
  }
  yield* [
    '1q2w3e4r5t6y7u8i9o0p',
    '1qaz2wsx3edc4rfv',
    '1qaz2wsx3edc4rfv5tgb',
    'qwertyuiop123456',
    'q1w2e3r4t5y6u7i8o9p0',
  ];
}

function* phrases(): Generator<string> {
  for (const first of WORDS) {
    for (const second of WORDS) {
      for (const ending of ENDINGS) yield first + second + ending;
    }
  }
  yield* [
    'thisismypassword',
    'mypasswordissecret',
    'letmeinletmein',
    'iloveyouforever',
    'tobeornottobethatisthequestion',
  ];
  yield* ['thequickbrownfoxjumpsoverthelazydog', 'maytheforcebewithyou', 'passwordispassword', 'pleaseletmeinnow'];
}
