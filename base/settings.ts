import { customCleanEnv, makeValidator, EnvError, EnvMissingError, type ValidatorSpec, type CleanedEnv } from 'envalid';
import { SECRET_SETTINGS } from './secrets';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration such as `500ms`, `31m` or `24h` to milliseconds. @throws EnvError for anything else */
export function parseDuration(value: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(value);
  if (!match) throw new EnvError('must be a duration such as 30s, 31m, 24h or 7d');
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

// Errors of these validators never quote the value, because it may be a secret set under the wrong name.

const EMPTY_URL = { protocol: '', pathname: '', search: '', hash: '' };

export const url = makeValidator<string>((value) => {
  if (URL.canParse(value)) return value;
  throw new EnvError('must be a URL, such as https://example.com');
});

/**
 * Validator for the URL that callers use. Removes a final slash. Rejects a path or query, which links would lack, and
 * credentials, which every link would leak.
 */
export const publicUrl = makeValidator<string>((value) => {
  const { protocol, username, password, pathname, search, hash, origin } = URL.canParse(value)
    ? new URL(value)
    : { ...EMPTY_URL, username: '', password: '', origin: '' };
  const isOrigin = pathname === '/' && !username && !password && !search && !hash;
  if (/^https?:$/.test(protocol) && isOrigin) return origin;
  throw new EnvError('must be an address without user, path and query, such as https://research.example.com');
});

/** Pattern of a public DNS host name in lower case. */
export const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/u;
const LOCAL_PART = /^[^\s@<>()[\],:;"\\]{1,64}$/u;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return LOCAL_PART.test(text.slice(0, Math.max(at, 0))) && HOST_NAME.test(text.slice(at + 1).toLowerCase());
}

export const emailAddress = makeValidator<string>((value) => {
  if (isEmail(value)) return value;
  throw new EnvError('must be an email address such as support@example.com');
});

const NAMED = /^(?:[^<>"@,;:\\]*[^<>"@,;:\\\s]|"(?:[^"\\]|\\.)*") <([^<>]+)>$/u;

/** Validator for an email address, optionally with a display name. */
export const mailbox = makeValidator<string>((value) => {
  if (isEmail(NAMED.exec(value)?.[1] ?? value)) return value;
  throw new EnvError('must be an address such as hello@example.com or "Name <hello@example.com>"');
});

/**
 * Validator for a PostgreSQL connection string. An unescaped `@`, `/`, `?` or `#` in the password would turn part of
 * the password into the host name, which connection errors show.
 */
export const databaseUrl = makeValidator<string>((value) => {
  const { protocol, pathname, search, hash } = URL.canParse(value) ? new URL(value) : EMPTY_URL;
  const isWhole = !hash && !/@/.test(`${pathname}${search}`);
  if (/^postgres(ql)?:$/.test(protocol) && isWhole) return value;
  throw new EnvError(
    'must be a URL such as postgresql://user:password@host/database; in a password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25',
  );
});

export const port = makeValidator<number>((value) => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number;
  throw new EnvError('must be a port from 1 to 65535');
});

/** Validator for a duration. The value is in milliseconds. */
export const duration = makeValidator<number>(parseDuration);

export const flag = makeValidator<boolean>((value) => {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new EnvError('must be "true" or "false"');
});

export const positiveNumber = makeValidator<number>((value) => {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) throw new EnvError('must be a number above 0');
  return number;
});

/** Validator for a fraction from 0 to 1. */
export const share = makeValidator<number>((value) => {
  const part = Number(value);
  if (Number.isFinite(part) && part >= 0 && part <= 1) return part;
  throw new EnvError('must be a number from 0 to 1');
});

/** Validator for an integer, 0 or more. */
export const wholeNumber = makeValidator<number>((value) => {
  if (!/^\d{1,9}$/.test(value)) throw new EnvError('must be a whole number, 0 or more');
  return Number(value);
});

/** Validator for an integer, 1 or more. */
export const count = makeValidator<number>((value) => {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new EnvError('must be a whole number, 1 or more');
  return Number(value);
});

/** Reads the settings of a process. @throws Error naming every missing or invalid variable, without values */
export function readSettings<S extends Record<string, ValidatorSpec<unknown>>>(
  specs: S,
  env: NodeJS.ProcessEnv = process.env,
): CleanedEnv<S> {
  const empty = Object.keys(specs).filter((name) => env[name]?.trim() === '');
  if (empty.length > 0) {
    throw new Error(`${empty.join(', ')}: set but empty; give a value or remove the variable`);
  }
  // Bypasses envalid's proxy, which throws if code reads a setting that is declared optional.
  const settings = customCleanEnv(env, specs, (values) => Object.freeze(values), {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(
        ([name, error]) => `${name}: ${problemOf(specs[name]!, error as Error)}`,
      );
      if (problems.length > 0) throw new Error(`Settings are not usable:\n  ${problems.join('\n  ')}`);
    },
  });
  return settings as CleanedEnv<S>;
}

/** Shorter names are not checked, because many variables resemble a short name such as PORT. */
const COMPARED_LENGTH = 8;

/**
 * Warns about unknown variables whose names differ from a setting by one letter (two letters for long names). Call it
 * after `readSecretFiles`, because any `_FILE` variable still set by then belongs to no secret.
 */
export function misspelled(settings: readonly string[], env: NodeJS.ProcessEnv = process.env): string[] {
  const files = SECRET_SETTINGS.filter((name) => settings.includes(name)).map((name) => `${name}_FILE`);
  const compared = [...settings, ...files].filter((name) => name.length >= COMPARED_LENGTH);
  return Object.keys(env).flatMap((name) => {
    if (settings.includes(name)) return [];
    const near = compared.find((setting) => name === `${setting}_FILE` || isNear(name, setting));
    return near ? [`${name} is not a setting; did you mean ${near}?`] : [];
  });
}

function isNear(name: string, setting: string): boolean {
  const slips = setting.length < 10 ? 1 : 2;
  return Math.abs(name.length - setting.length) <= slips && distance(name, setting) <= slips;
}

function distance(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()];
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(letter !== b[j])));
    row = next;
  }
  return row.at(-1)!;
}

/** Describes the problem with a value. Envalid's own message about choices would quote the value. */
function problemOf({ choices }: ValidatorSpec<unknown>, error: Error): string {
  if (error instanceof EnvMissingError) return 'missing';
  return choices ? `must be one of ${choices.join(', ')}` : error.message;
}
