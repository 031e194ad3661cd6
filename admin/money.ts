import { formatMoney } from '../platform/format-money';

type Fields = Record<string, unknown>;

/** Fields in minor units of the `currency` next to them. */
const IN_CURRENCY = new Set([
  'amount',
  'fee',
  'taxAmount',
  'available',
  'held',
  'pending',
  'frozen',
  'approvedAvailable',
]);

const DOLLARS_OF_SESSIONS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'usd',
  maximumFractionDigits: 4,
});

/**
 * A result as people read it: every amount of money with its currency (`$1,499.00`), at any depth. Amounts are fields
 * in cents (`…Cents`) or millionths of a US dollar (`…Micros`), `…Amount` with `…Currency`, and the known fields next
 * to `currency`.
 */
export function inMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inMoney);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = value as Fields;
  const currencies = new Set<string>();
  const shown = Object.entries(fields).map(([name, field]) => {
    const money = moneyOf(fields, name, field);
    if (!money) return [name, inMoney(field)] as const;
    if (money.currency) currencies.add(money.currency);
    return [money.name, money.text] as const;
  });
  return Object.fromEntries(shown.filter(([name]) => !currencies.has(name)));
}

/** An amount for people: the name without its unit, the text, and the field that held its currency. */
interface ShownMoney {
  name: string;
  text: string | null;
  currency?: string;
}

function moneyOf(fields: Fields, name: string, field: unknown): ShownMoney | null {
  if (typeof field !== 'number' && field !== null) return null;
  const cents = /^(\w+)Cents$/.exec(name)?.[1];
  if (cents) return { name: cents, text: field === null ? null : formatMoney({ amount: field, currency: 'usd' }) };
  const micros = /^(\w+)Micros$/.exec(name)?.[1];
  if (micros) return { name: micros, text: field === null ? null : DOLLARS_OF_SESSIONS.format(field / 1_000_000) };
  if (field === null) return null;
  const stem = /^(\w+)Amount$/.exec(name)?.[1];
  const own = stem && `${stem}Currency`;
  if (own && isCurrency(fields[own])) {
    return { name: stem, text: formatMoney({ amount: field, currency: fields[own] }), currency: own };
  }
  if (!IN_CURRENCY.has(name) || !isCurrency(fields['currency'])) return null;
  return { name, text: formatMoney({ amount: field, currency: fields['currency'] }), currency: 'currency' };
}

function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value);
}
