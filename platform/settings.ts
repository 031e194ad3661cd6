import { customCleanEnv, makeValidator, EnvError, EnvMissingError, type ValidatorSpec, type CleanedEnv } from 'envalid';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration such as `500ms`, `31m` or `24h` to milliseconds. @throws EnvError for anything else */
export function parseDuration(value: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(value);
  if (!match) throw new EnvError(`"${value}" is not a duration such as 30s, 31m, 24h or 7d`);
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

/** Validator of a duration; its value is in milliseconds. */
export const duration = makeValidator<number>(parseDuration);

/** Validator of `true` or `false`. */
export const flag = makeValidator<boolean>((value) => {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new EnvError(`"${value}" must be "true" or "false"`);
});

/** Validator of a positive number, such as a scale. */
export const positiveNumber = makeValidator<number>((value) => {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) throw new EnvError(`"${value}" must be a number above 0`);
  return number;
});

/** Validator of a share, from 0 to 1. */
export const share = makeValidator<number>((value) => {
  const part = Number(value);
  if (Number.isFinite(part) && part >= 0 && part <= 1) return part;
  throw new EnvError(`"${value}" must be a number from 0 to 1`);
});

/** Validator of a count, 0 or more. */
export const wholeNumber = makeValidator<number>((value) => {
  if (!/^\d{1,9}$/.test(value)) throw new EnvError(`"${value}" must be a whole number, 0 or more`);
  return Number(value);
});

/**
 * Reads and validates the settings of one process, once, at its entry point; the result is frozen.
 *
 * @throws Error naming every variable that is missing, empty or invalid; secrets are not quoted
 */
export function readSettings<S extends Record<string, ValidatorSpec<unknown>>>(
  specs: S,
  env: NodeJS.ProcessEnv = process.env,
): CleanedEnv<S> {
  const empty = Object.keys(specs).filter((name) => env[name]?.trim() === '');
  if (empty.length > 0) {
    throw new Error(`${empty.join(', ')}: set but empty; give a value or remove the variable`);
  }
  // Without envalid's proxy, which throws where a function reads a setting that its type calls optional.
  const settings = customCleanEnv(env, specs, (values) => Object.freeze(values), {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(([name, error]) =>
        error instanceof EnvMissingError ? `${name}: missing` : `${name}: ${(error as Error).message}`,
      );
      if (problems.length > 0) throw new Error(`Settings are not usable:\n  ${problems.join('\n  ')}`);
    },
  });
  return settings as CleanedEnv<S>;
}
