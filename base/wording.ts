/** Money in integer minor units with an ISO 4217 code. */
interface Money {
  amount: number;
  currency: string;
}

/** When to show minor units: always, only if they are not zero, or never (rounded). */
type MinorUnits = 'always' | 'where needed' | 'never';

const OPTIONS: Record<MinorUnits, Intl.NumberFormatOptions> = {
  always: {},
  'where needed': { trailingZeroDisplay: 'stripIfInteger' },
  never: { maximumFractionDigits: 0 },
};

/** Formats cached per currency, because creating one takes longer than formatting a whole page. */
const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>();

/** Formats money for people: `$1,499.00`, `€20.50`, `¥500`; a negative amount is `-$5.00`. */
export function formatMoney({ amount, currency }: Money, minorUnits: MinorUnits = 'always'): string {
  const { format, unit } = formatOf(currency, minorUnits);
  return format.format(amount / unit);
}

function formatOf(currency: string, minorUnits: MinorUnits): { format: Intl.NumberFormat; unit: number } {
  const key = `${currency} ${minorUnits}`;
  const known = formats.get(key);
  if (known) return known;
  const common = { style: 'currency', currency, signDisplay: 'negative' } as const;
  const digits = new Intl.NumberFormat('en-US', common).resolvedOptions().maximumFractionDigits ?? 2;
  const made = { format: new Intl.NumberFormat('en-US', { ...common, ...OPTIONS[minorUnits] }), unit: 10 ** digits };
  formats.set(key, made);
  return made;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** UTC date such as `November 20, 2026`. Uses no locale data, because that differs between Node builds. */
export function dayInUtc(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;
}

/** A name preceded by its indefinite article, chosen by the first letter: `an Idea Check`, `a Custom Search`. */
export function withArticle(name: string): string {
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}
