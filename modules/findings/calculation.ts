import { LONGEST_CALCULATION } from './contract/findings-schema';

/** Numbers that a calculation may use without a source: for calendar units, percentages, powers of ten and halves. */
export const CONSTANTS: readonly number[] = [2, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1_000, 1_000_000];

/** Number in a calculation, with the evidence that is cited for it, if any. */
export interface Operand {
  evidenceId: string | null;
  value: number;
}

export interface Calculated {
  results: number[];
  operands: Operand[];
  usesRate: boolean;
}

const TOKEN = /\s*(?:(?:(ev[1-9]\d{0,2}):)?(\d{1,12}(?:\.\d{1,6})?)|(rate)|([-+*/()×÷−]))/uy;

type Token = { operand: Operand } | 'rate' | '+' | '-' | '*' | '/' | '(' | ')';

/**
 * Evaluates a calculation: expressions of numbers with + - * / and parentheses, separated by semicolons. `ev3:120` is
 * the number 120 in evidence `ev3`; `rate` is the exchange rate. Returns null for any other text, for text longer than
 * {@link LONGEST_CALCULATION} characters, and if a result is not a number.
 */
export function calculated(text: string, rate: number | null): Calculated | null {
  if (text.length > LONGEST_CALCULATION) return null;
  const parts = text.split(';').map((part) => expression(part, rate));
  if (parts.some((part) => part === null)) return null;
  const sound = parts as Expression[];
  return {
    results: sound.map(({ result }) => result),
    operands: sound.flatMap(({ operands }) => operands),
    usesRate: sound.some(({ usesRate }) => usesRate),
  };
}

/**
 * Explains to a reviewer how a figure was calculated: each expression with its result, and the rate. Example: `35 *
 * rate = 38.15; rate = 1.09 usd for one eur on 2026-11-02`. Null if there is no valid calculation. The result contains
 * only arithmetic, so it is safe to use with unchecked submissions.
 */
export function workingsOf({ calculation, exchange }: { calculation?: unknown; exchange?: unknown }): string | null {
  if (typeof calculation !== 'string') return null;
  const { currency, rate, day } = (exchange ?? {}) as Record<string, unknown>;
  const isRate = typeof rate === 'number' && isText(currency, CURRENCY) && isText(day, DAY);
  const redone = calculated(calculation, isRate ? rate : null);
  if (!redone) return null;
  const sums = calculation.split(';').map((part, i) => `${part.trim()} = ${rounded(redone.results[i]!)}`);
  const rates = redone.usesRate
    ? [`rate = ${rate as number} usd for one ${currency as string} on ${day as string}`]
    : [];
  return [...sums, ...rates].join('; ');
}

const CURRENCY = /^[a-z]{3}$/u;
const DAY = /^\d{4}-\d\d-\d\d$/u;

// Checks the type first, because `form.test` would convert a deeply nested submission to a string.
const isText = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);

const rounded = (value: number) => Number(Math.abs(value) < 1 ? value.toPrecision(3) : value.toFixed(2));

interface Expression {
  result: number;
  operands: Operand[];
  usesRate: boolean;
}

function expression(text: string, rate: number | null): Expression | null {
  const tokens = tokensOf(text);
  if (!tokens) return null;
  let at = 0;
  const take = (...wanted: Token[]) => (wanted.includes(tokens[at]!) ? (tokens[at++] as '+' | '-' | '*' | '/') : null);

  const sum = (): number => {
    let value = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) value += sign === '+' ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = atom();
    for (let sign = take('*', '/'); sign; sign = take('*', '/')) value = sign === '*' ? value * atom() : value / atom();
    return value;
  };
  const atom = (): number => {
    if (take('(')) {
      const value = sum();
      return take(')') ? value : NaN;
    }
    const token = tokens[at++];
    if (token === 'rate') return rate ?? NaN;
    return typeof token === 'object' ? token.operand.value : NaN;
  };

  const result = sum();
  if (at !== tokens.length || !Number.isFinite(result)) return null;
  const operands = tokens.flatMap((token) => (typeof token === 'object' ? [token.operand] : []));
  return { result, operands, usesRate: tokens.includes('rate') };
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed);
    if (!match) return null;
    const [, evidenceId = null, number, rate, sign] = match;
    if (number !== undefined) tokens.push({ operand: { evidenceId, value: Number(number) } });
    else tokens.push(rate ? 'rate' : (SIGN_FORMS[sign!] ?? (sign as '+')));
  }
  return tokens;
}

const SIGN_FORMS: Record<string, '*' | '/' | '-'> = { '×': '*', '÷': '/', '−': '-' };
