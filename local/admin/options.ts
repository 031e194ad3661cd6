import { InvalidArgumentError } from 'commander';
import { SCOPES, type Scope } from '../../contracts/access';
import { parseDuration } from '../../contracts/settings';

/** Reads an option that must be one of some words. */
export function oneOf<T extends string>(choices: readonly T[]): (value: string) => T {
  return (value) => {
    if ((choices as readonly string[]).includes(value)) return value as T;
    throw new InvalidArgumentError(`must be one of: ${choices.join(', ')}`);
  };
}

/** Reads a duration such as `24h` as milliseconds, from 0 to `maxMs`. */
export function durationUpTo(maxMs: number): (value: string) => number {
  return (value) => {
    const ms = value === '0' ? 0 : orInvalid(() => parseDuration(value));
    if (ms <= maxMs) return ms;
    throw new InvalidArgumentError(`must not exceed ${maxMs / 86_400_000}d`);
  };
}

/** Reads a whole number between two bounds. */
export function integerBetween(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`);
  };
}

/** Reads an amount in cents, or `none`. */
export function centsOrNone(value: string): number | 'none' {
  return value === 'none' ? value : integerBetween(0, 100_000_000)(value);
}

/** Reads a country's two letters (ISO 3166-1). */
export function countryCode(value: string): string {
  if (/^[A-Za-z]{2}$/.test(value)) return value.toUpperCase();
  throw new InvalidArgumentError('must be two letters such as DE');
}

/** Reads `all` or a list such as `runs:read,findings:read`. */
export function scopes(value: string): Scope[] {
  if (value === 'all') return [...SCOPES];
  return value.split(',').map((scope) => oneOf(SCOPES)(scope.trim()));
}

/** Reads an e-mail address, as far as its shape tells. */
export function email(value: string): string {
  if (value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value;
  throw new InvalidArgumentError('must be an e-mail address');
}

function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
