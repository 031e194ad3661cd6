import { InvalidArgumentError } from 'commander';
import { SCOPE_PRESETS, SCOPES, type Scope } from '../base/access';
import { parseDuration } from '../base/settings';

export function oneOf<T extends string>(choices: readonly T[]): (value: string) => T {
  return (value) => {
    if ((choices as readonly string[]).includes(value)) return value as T;
    throw new InvalidArgumentError(`must be one of: ${choices.join(', ')}`);
  };
}

/** Parses a duration such as `24h` to milliseconds, from 0 to `maxMs`. */
export function durationUpTo(maxMs: number): (value: string) => number {
  return (value) => {
    const ms = value === '0' ? 0 : orInvalid(() => parseDuration(value));
    if (ms <= maxMs) return ms;
    throw new InvalidArgumentError(`must not exceed ${maxMs / 86_400_000}d`);
  };
}

export function integerBetween(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`);
  };
}

export function centsOrNone(value: string): number | 'none' {
  return value === 'none' ? value : integerBetween(0, 100_000_000)(value);
}

/** Parses a two-letter country code (ISO 3166-1). */
export function countryCode(value: string): string {
  if (/^[A-Za-z]{2}$/.test(value)) return value.toUpperCase();
  throw new InvalidArgumentError('must be two letters such as DE');
}

/** Parses a currency code (ISO 4217). */
export function currencyCode(value: string): string {
  if (/^[A-Za-z]{3}$/.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError('must be three letters such as usd');
}

/** Parses a lifetime: a duration above zero and up to `maxMs`, or `never`. */
export function expiry(maxMs: number): (value: string) => number | 'never' {
  return (value) => {
    if (value === 'never') return value;
    const ms = durationUpTo(maxMs)(value);
    if (ms > 0) return ms;
    throw new InvalidArgumentError('must be a duration above 0 such as 30d, or never');
  };
}

/** Parses a preset such as `read-only`, or a list of scopes such as `runs:read,findings:read`. */
export function scopes(value: string): Scope[] {
  const preset = Object.entries(SCOPE_PRESETS).find(([name]) => name === value);
  if (preset) return [...preset[1]];
  return value.split(',').map((scope) => oneOf(SCOPES)(scope.trim()));
}

/** Parses an email address. Checks only its form. */
export function email(value: string): string {
  if (value.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)) return value;
  throw new InvalidArgumentError('must be an email address');
}

/** Parses a past date or time in ISO 8601. */
export function dateInPast(value: string): Date {
  const date = new Date(value);
  if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(value) && date.getTime() <= Date.now()) return date;
  throw new InvalidArgumentError('must be a past date such as 2026-11-01, or a time such as 2026-11-01T09:30:00Z');
}

/** Parses a past time: a {@link dateInPast}, or how long ago it was, such as `2h`. */
export function since(value: string): Date {
  if (!/^\d+(ms|s|m|h|d)$/.test(value)) return dateInPast(value);
  return new Date(Date.now() - durationUpTo(3650 * 86_400_000)(value));
}

function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
