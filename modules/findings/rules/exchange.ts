import { calculated } from '../calculation';
import { figuresIn, isMoney, type Currency } from '../text/figures';
import type { Flaw, Reviewed, Rule, RuleContext } from './rule';
import {
  DOLLARS,
  excerptsOf,
  figureFlaws,
  figureOf,
  standingIn,
  unitsAgree,
  withoutWork,
  type Excerpts,
  type Worked,
} from './standing-figures';

/** Maximum age of an exchange rate, in days before the research. */
const RATE_DAYS = 31;

/** Maximum difference between two rates of one currency in a document, in percent. */
const APART_PERCENT = 5;

/** Plausible US dollars per unit of a currency: all rates since 2015, with a margin. Other rates may be inverted. */
const RATES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  eur: [0.9, 1.45],
  gbp: [1, 1.8],
  chf: [0.85, 1.6],
  cad: [0.6, 1],
  aud: [0.5, 1],
  nzd: [0.45, 0.95],
  sgd: [0.6, 0.95],
  hkd: [0.12, 0.14],
  jpy: [0.005, 0.011],
  cny: [0.125, 0.18],
  krw: [0.0006, 0.001],
  inr: [0.009, 0.018],
  brl: [0.12, 0.42],
  mxn: [0.03, 0.08],
  sek: [0.08, 0.15],
  nok: [0.08, 0.15],
  dkk: [0.12, 0.2],
  pln: [0.18, 0.34],
};

/** A converted figure, with the evidence that it cites. */
interface Conversion {
  pointer: string;
  each: Worked & { exchange: NonNullable<Worked['exchange']> };
  evidenceIds: readonly string[];
}

export const exchangeHolds: Rule = {
  id: 'exchange-holds',
  demand: `An \`exchange\` names the currency of the excerpt, which is not US dollars, and a rate that this currency has had since 2015. The day of the rate is at most ${RATE_DAYS} days before the session, and not after the submission. \`calculation\` uses this \`rate\`. Two rates of the same currency differ by at most ${APART_PERCENT}%.`,
  flaws: (findings, context) => {
    const flawed = flawedConversions(findings, context);
    return [...flawed].map(([pointer, flaw]) => ({ ...flaw, pointer: `${pointer}${flaw.pointer}` }));
  },
  fallback: {
    correct: (findings, context) => {
      const flawed = flawedConversions(findings, context);
      const left = withConversions(findings, ({ pointer, each }) => (flawed.has(pointer) ? withoutWork(each) : each));
      // Removes the price too, because without the conversion it would not be in dollars.
      const competitors = left.competitors.map((rival, i) =>
        flawed.has(`/competitors/${i}/price`) ? { ...rival, price: null } : rival,
      );
      return { ...left, competitors };
    },
    said: 'conversions with invalid rates were left out',
  },
};

/** Finds invalid conversions. Maps the pointer of each one to its first problem. */
function flawedConversions(findings: Reviewed, context: RuleContext): Map<string, Flaw> {
  const excerpts = excerptsOf(findings.evidence);
  const first = new Map<string, number>();
  const flawed = new Map<string, Flaw>();
  withConversions(findings, (conversion) => {
    const { currency, rate } = conversion.each.exchange;
    const flaw = flawOf(conversion, excerpts, context) ?? unlike(first.get(currency), rate, currency);
    if (flaw) flawed.set(conversion.pointer, flaw);
    else if (!first.has(currency)) first.set(currency, rate);
    return conversion.each;
  });
  return flawed;
}

function flawOf({ each, evidenceIds }: Conversion, excerpts: Excerpts, context: RuleContext): Flaw | null {
  const { calculation, exchange } = each;
  const { currency, rate } = exchange;
  if (currency === 'usd') return { pointer: '/exchange/currency', detail: 'must be a currency other than US dollars' };
  const redone = calculation === undefined ? null : calculated(calculation, rate);
  if (calculation === undefined || (redone && !redone.usesRate)) {
    return { pointer: '/exchange', detail: 'must be used: calculation must multiply the quoted amount by "rate"' };
  }
  const late = dayFlaw(exchange.day, context);
  if (late) return late;
  const [least, most] = RATES[currency] ?? [0, Infinity];
  if (rate < least || rate > most) {
    const said = currency.toUpperCase();
    return {
      pointer: '/exchange/rate',
      detail: `is not plausible: give the US dollars for one ${said}, between ${least} and ${most}`,
    };
  }
  const named = currencyOf(currency);
  const units = (redone?.operands ?? []).flatMap(({ evidenceId, value }) =>
    standingIn(evidenceId ? [evidenceId] : evidenceIds, excerpts).figures.flatMap(({ values, unit }) =>
      values.includes(value) && isMoney(unit) ? [unit] : [],
    ),
  );
  if (units.length === 0 || (named && units.some((unit) => unitsAgree(unit, named)))) return null;
  return { pointer: '/exchange/currency', detail: 'must be the currency in which the excerpt states the amount' };
}

const DAY_MS = 86_400_000;

/** Checks the date of an exchange rate. Tolerates one day, because dates have no time zone. */
function dayFlaw(day: string, { openedFrom, openedUntil }: RuleContext): Flaw | null {
  const at = Date.parse(day);
  const pointer = '/exchange/day';
  if (at > openedUntil.getTime() + DAY_MS) return { pointer, detail: 'must not be in the future' };
  if (at >= openedFrom.getTime() - (RATE_DAYS + 1) * DAY_MS) return null;
  return { pointer, detail: `must be at most ${RATE_DAYS} days before the research: take the rate of a recent day` };
}

function unlike(first: number | undefined, rate: number, currency: string): Flaw | null {
  if (first === undefined || Math.abs(rate - first) * 100 <= first * APART_PERCENT) return null;
  const said = currency.toUpperCase();
  return { pointer: '/exchange/rate', detail: `must be the same for ${said} everywhere: ${first} is used earlier` };
}

export const rivalPrices: Rule = {
  id: 'rival-prices',
  demand:
    'A competitor’s price has an `exchange` if the cited excerpts name prices only in currencies other than US dollars. A price with a `calculation` equals its result.',
  flaws: (findings) => flawedPrices(findings).map(({ flaw }) => flaw),
  fallback: {
    correct: (findings) => {
      const flawed = new Set(flawedPrices(findings).map(({ place }) => place));
      const competitors = findings.competitors.map((rival, i) => (flawed.has(i) ? { ...rival, price: null } : rival));
      return { ...findings, competitors };
    },
    said: 'competitors’ prices without a stated exchange rate were left out',
  },
};

function flawedPrices({ competitors, evidence }: Reviewed): { place: number; flaw: Flaw }[] {
  const excerpts = excerptsOf(evidence);
  return competitors.flatMap(({ price, evidenceIds }, place) => {
    if (!price || price.amount === 0) return [];
    const pointer = `/competitors/${place}/price`;
    if (price.calculation !== undefined || price.exchange) {
      const rested = { pointer, rest: { ...price, evidenceIds }, figures: [figureOf(price.amount / 100, DOLLARS)] };
      return figureFlaws(rested, excerpts).map((flaw) => ({ place, flaw }));
    }
    const money = standingIn(evidenceIds, excerpts).figures.flatMap(({ unit }) => (isMoney(unit) ? [unit] : []));
    if (money.length === 0 || money.some((unit) => unitsAgree(unit, DOLLARS))) return [];
    const detail =
      'must be converted: the cited excerpts state prices in another currency; give calculation with "rate", and exchange with its rate and day';
    return [{ place, flaw: { pointer, detail } }];
  });
}

/** Currency with the given code, or null if {@link figuresIn} does not recognize it. */
function currencyOf(code: string): Currency | null {
  const unit = figuresIn(`${code} 1`)[0]?.unit;
  return isMoney(unit) ? unit : null;
}

/** Changes every figure that has an `exchange`. A figure without citations uses those of the object around it. */
function withConversions(findings: Reviewed, change: (conversion: Conversion) => Worked): Reviewed {
  const { evidence, ...others } = findings;
  const changedIn = (value: unknown, pointer: string, ids: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((inner, i) => changedIn(inner, `${pointer}/${i}`, ids));
    const { evidenceId, evidenceIds } = value as { evidenceId?: string; evidenceIds?: string[] };
    const own = evidenceIds ?? (evidenceId === undefined ? ids : [evidenceId]);
    const entries = Object.entries(value).map(([key, inner]) => [key, changedIn(inner, `${pointer}/${key}`, own)]);
    const each = Object.fromEntries(entries) as Worked;
    return each.exchange ? change({ pointer, each: { ...each, exchange: each.exchange }, evidenceIds: own }) : each;
  };
  // Evidence comes first, so that its exchange rates take precedence over those of fields that cite it.
  return changedIn({ evidence, ...others }, '', []) as Reviewed;
}
