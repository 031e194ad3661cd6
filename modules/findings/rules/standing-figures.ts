import { calculated, CONSTANTS, type Operand } from '../calculation';
import { ECONOMICS_MONTHS } from '../contract/unit-economics';
import { figuresIn, isMoney, numbersInWords, plainDigits, type Currency, type Figure } from '../text/figures';
import { withBased, type Based } from './figures';
import type { Flaw, Reviewed, Rule } from './rule';

/** A figure and its rounding must differ by less than this percentage. */
export const ROUNDING_PERCENT = 1;

type Evidence = Reviewed['evidence'][number];

/** Figures in an excerpt. `words` are the values of the numbers that it spells out. */
interface Standing {
  figures: Figure[];
  words: number[];
}

/** Figures in each excerpt, by evidence id. */
export type Excerpts = ReadonlyMap<string, Standing>;

export const claimFigures: Rule = {
  id: 'claim-figures',
  demand: `Each figure that is given in digits in a claim is also in its excerpt, to within ${ROUNDING_PERCENT}%. A year may be in the title or \`publishedAt\` instead. If both the claim and the excerpt have a currency or percent sign, the signs are the same. Other figures are results of \`calculation\`, which uses figures from excerpts and the constants ${CONSTANTS.slice(0, -2).join(', ')}, 1,000 and 1,000,000. Prices in currencies other than US dollars need an \`exchange\`.`,
  flaws: (findings) => {
    const excerpts = excerptsOf(findings.evidence);
    return findings.evidence.flatMap((entry, i) => [
      ...workedFlaws(entry, [entry.evidenceId], excerpts).map((flaw) => at(`/evidence/${i}`, flaw)),
      ...missingIn(entry, excerpts).map(({ figure, isForeign }) => ({
        pointer: `/evidence/${i}/claim`,
        detail: isForeign ? foreign(figure.text, entry.evidenceId) : absent(figure.text, entry.evidenceId),
      })),
    ]);
  },
  fallback: {
    correct: (findings) => {
      const excerpts = excerptsOf(findings.evidence);
      const evidence = findings.evidence.map((entry) => {
        const isSound = workedFlaws(entry, [entry.evidenceId], excerpts).length === 0;
        const left = isSound ? entry : withoutWork(entry);
        const missing = missingIn(left, excerpts);
        return missing.length === 0 ? left : { ...left, claim: without(left.claim, missing) };
      });
      return { ...findings, evidence };
    },
    said: 'figures of claims that are not in their quotations were removed',
  },
};

const absent = (figure: string, id: string) =>
  `must use figures from the excerpt: ${quoted(figure)} is not in the excerpt of ${id}; quote the passage that has it, correct the figure, or show in calculation how it follows`;
const foreign = (figure: string, id: string) =>
  `must keep the currency of the excerpt: ${quoted(figure)} is in another currency there (${id}); convert it in calculation with "rate", and give exchange with its rate and day`;
const quoted = (figure: string) => `"${figure.slice(0, 40)}"`;

export const sourcedFigures: Rule = {
  id: 'sourced-figures',
  demand:
    'The likely value of each `sourced` assumption (for `readers`, the last month) is in a cited excerpt or a result of `calculation`, as in `claim-figures`. So is each `sourced` factor, cost per reader and sponsor price. Amounts are in US dollars.',
  flaws: (findings) => {
    const excerpts = excerptsOf(findings.evidence);
    const flaws: Flaw[] = [];
    withBased(findings, (each, pointer) => {
      flaws.push(...basedFlaws(pointer, each, excerpts));
      return each;
    });
    return flaws;
  },
  fallback: {
    correct: (findings) => {
      const excerpts = excerptsOf(findings.evidence);
      return withBased(findings, (each, pointer) =>
        basedFlaws(pointer, each, excerpts).length > 0 ? { ...withoutWork(each), basis: 'assumed' } : each,
      );
    },
    said: 'assumptions with figures that are not in their sources were marked assumed',
  },
};

function basedFlaws(pointer: string, each: Based, excerpts: Excerpts): Flaw[] {
  if (each.basis !== 'sourced' || each.evidenceIds.length === 0) return [];
  return figureFlaws({ pointer, rest: each, figures: formsOf(each as AnyBased, pointer) }, excerpts).map(
    ({ detail, ...flaw }) => ({ ...flaw, detail: `${detail}, or mark it as assumed` }),
  );
}

type AnyBased = Based &
  (
    | { value: number; outOf: number }
    | { likely: number | number[] }
    | { cents: number }
    | { perThousandOpensCents: number }
  );

function formsOf(each: AnyBased, pointer: string): Figure[] {
  if ('outOf' in each) return formsOfFactor(each);
  if ('cents' in each) return [figureOf(each.cents / 100, DOLLARS)];
  if ('perThousandOpensCents' in each) return [figureOf(each.perThousandOpensCents / 100, DOLLARS)];
  const { likely } = each;
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  return formsOfAssumption(name, typeof likely === 'number' ? likely : likely[ECONOMICS_MONTHS - 1]!);
}

export const citedFigures: Rule = {
  id: 'cited-figures',
  demand:
    'Reader counts, open rates and prices of comparable newsletters, and the values of a trend, are in a cited excerpt or a result of `calculation`, as in `claim-figures`. Amounts are in US dollars. A free newsletter needs a source but no figure.',
  flaws: (findings) => {
    const excerpts = excerptsOf(findings.evidence);
    const { comparables = [], trend } = findings;
    return [
      ...comparables.flatMap((each, i) =>
        COMPARED.flatMap((name) =>
          citedFlaws(each[name], `/comparables/${i}/${name}`, excerpts).map(({ detail, ...flaw }) => ({
            ...flaw,
            detail: `${detail}, or use null`,
          })),
        ),
      ),
      ...(trend?.points ?? []).flatMap((point, i) => citedFlaws(point, `/trend/points/${i}`, excerpts)),
    ];
  },
  fallback: {
    correct: ({ comparables, trend, ...findings }) => {
      const excerpts = excerptsOf(findings.evidence);
      const isSound = (each: AnyCited | null) => citedFlaws(each, '', excerpts).length === 0;
      const compared = (comparables ?? [])
        .map((each) => ({
          ...each,
          ...Object.fromEntries(COMPARED.map((name) => [name, isSound(each[name]) ? each[name] : null])),
        }))
        .filter((each) => COMPARED.some((name) => each[name] !== null));
      const points = (trend?.points ?? []).filter(isSound);
      return {
        ...findings,
        ...(compared.length > 0 && { comparables: compared }),
        ...(trend && points.length >= LEAST_POINTS && { trend: { ...trend, points } }),
      };
    },
    said: 'figures of comparable newsletters and trends that are not in their sources were left out',
  },
};

const COMPARED = ['readers', 'opens', 'price'] as const;

/** Minimum number of data points in a trend. */
const LEAST_POINTS = 2;

type Compared = NonNullable<Reviewed['comparables']>[number];
type AnyCited = NonNullable<Compared[(typeof COMPARED)[number]]> | NonNullable<Reviewed['trend']>['points'][number];

function citedFlaws(each: AnyCited | null, pointer: string, excerpts: Excerpts): Flaw[] {
  if (each === null) return [];
  if (each.evidenceIds.length === 0) {
    return [{ pointer: `${pointer}/evidenceIds`, detail: 'must cite the evidence whose excerpt contains the figure' }];
  }
  if ('amount' in each && each.amount === 0) return [];
  return figureFlaws({ pointer, rest: each, figures: formsOfCited(each) }, excerpts);
}

function formsOfCited(each: AnyCited): Figure[] {
  if ('count' in each) return [figureOf(each.count, null)];
  if ('amount' in each) return [figureOf(each.amount / 100, DOLLARS)];
  return 'value' in each ? [figureOf(each.value, null)] : formsOfAssumption('opensPerThousand', each.perThousand);
}

/** Derivation of a figure that no excerpt states. */
export interface Worked {
  calculation?: string;
  exchange?: { currency: string; rate: number; day: string };
}

/** A figure that is based on evidence, in every form in which a source may state it. */
interface Rested {
  pointer: string;
  rest: Worked & { evidenceIds: string[] };
  figures: Figure[];
}

/** Currency of every amount in findings. */
export const DOLLARS: Currency = { family: 'dollar', code: 'usd' };

function formsOfFactor({ value, outOf }: { value: number; outOf: number }): Figure[] {
  return outOf === 1
    ? [figureOf(value, null)]
    : [figureOf((value / outOf) * 100, 'percent'), figureOf(value / outOf, null)];
}

function formsOfAssumption(name: string, likely: number): Figure[] {
  if (/Cents/u.test(name)) return [figureOf(likely / 100, DOLLARS)];
  if (/PerThousand$/u.test(name)) return [figureOf(likely / 10, 'percent'), figureOf(likely / 1_000, null)];
  return [figureOf(likely, name === 'fillPercent' ? 'percent' : null)];
}

/** A number as it would appear in the text of a claim. */
export function figureOf(value: number, unit: Figure['unit']): Figure {
  const rounded = Number(value.toPrecision(6));
  const text = unit === 'percent' ? `${rounded}%` : unit === null ? String(rounded) : `$${rounded}`;
  const [figure] = figuresIn(text);
  return { ...figure!, text, values: [value], unit, year: false };
}

/** Reports a figure that is neither in its excerpts nor a result of its calculation. */
export function figureFlaws({ pointer, rest, figures }: Rested, excerpts: Excerpts): Flaw[] {
  const { evidenceIds } = rest;
  const ofWork = workedFlaws(rest, evidenceIds, excerpts);
  if (ofWork.length > 0) return ofWork.map((flaw) => at(pointer, flaw));
  const standing = standingIn(evidenceIds, excerpts);
  const results = resultsOf(rest);
  // A calculation may result in the unit of the field, such as cents.
  const own = figures.flatMap(({ values, unit }) => (unit === DOLLARS ? [figureOf(values[0]! * 100, null)] : []));
  if ([...figures, ...own].some((figure) => results.some((result) => isFor(figure, result)))) return [];
  const fits = figures.map((figure) => standingOf(figure, standing));
  if (fits.includes('stands')) return [];
  const [{ text: figure }] = figures as [Figure];
  const ids = evidenceIds.slice(0, 5).join(', ');
  return [{ pointer, detail: fits.includes('foreign') ? foreign(figure, ids) : absent(figure, ids) }];
}

/** Finds the figures in a claim that are neither in its excerpt nor results of its calculation. */
function missingIn(entry: Evidence, excerpts: Excerpts) {
  const own = excerpts.get(entry.evidenceId) ?? { figures: [], words: [] };
  const dated = figuresIn(`${entry.title} ${entry.publishedAt ?? ''}`).filter(({ year }) => year);
  const results = resultsOf(entry);
  return figuresIn(entry.claim).flatMap((figure) => {
    if (figure.year && dated.some(({ text }) => text === figure.text)) return [];
    if (results.some((result) => isFor(figure, result))) return [];
    const fit = standingOf(figure, own);
    return fit === 'stands' ? [] : [{ figure, isForeign: fit === 'foreign' }];
  });
}

/** Replaces the missing figures in the claim with `(…)`. */
function without(claim: string, missing: readonly { figure: Figure }[]): string {
  let left = plainDigits(claim);
  for (const { figure } of missing.toSorted((one, other) => other.figure.at - one.figure.at)) {
    left = `${left.slice(0, figure.at)}(…)${left.slice(figure.at + figure.text.length)}`;
  }
  return Array.from(left).slice(0, 500).join('');
}

function standingOf(said: Figure, { figures, words }: Standing): 'stands' | 'foreign' | 'absent' {
  const same = figures.filter((figure) =>
    figure.values.some((value) => said.values.some((own) => isRounding(own, value, said, figure.year))),
  );
  if (same.some((figure) => unitsAgree(said.unit, figure.unit))) return 'stands';
  if (words.some((word) => said.values.includes(word))) return 'stands';
  return same.some((figure) => isMoney(figure.unit) && isMoney(said.unit)) ? 'foreign' : 'absent';
}

/** True unless two units differ in kind or currency. A figure without a unit agrees with every unit. */
export function unitsAgree(one: Figure['unit'], other: Figure['unit']): boolean {
  if (one === null || other === null) return true;
  if (one === 'percent' || other === 'percent') return one === other;
  const families = new Set([...one.family.split(' or '), ...other.family.split(' or ')]);
  if (families.size === one.family.split(' or ').length + other.family.split(' or ').length) return false;
  return one.code === null || other.code === null || one.code === other.code;
}

/** True if `own` equals `value`, or `value` rounded to the figure's precision. */
function isRounding(own: number, value: number, { precision, year }: Figure, isYear: boolean): boolean {
  const difference = Math.abs(own - value);
  if (difference <= Math.abs(value) * 1e-9) return true;
  if (year || isYear) return false;
  return difference <= precision / 2 + 1e-9 && difference * 100 < Math.abs(value) * ROUNDING_PERCENT;
}

function isFor(figure: Figure, result: number): boolean {
  return figure.values.some((value) => isRounding(value, result, figure, false));
}

function resultsOf({ calculation, exchange }: Worked): number[] {
  return (calculation && calculated(calculation, exchange?.rate ?? null)?.results) || [];
}

/** Checks a calculation, except its exchange rate ({@link exchangeHolds}). */
function workedFlaws({ calculation, exchange }: Worked, own: readonly string[], excerpts: Excerpts): Flaw[] {
  if (calculation === undefined) return [];
  const redone = calculated(calculation, exchange?.rate ?? null);
  if (!redone) return [{ pointer: '/calculation', detail: MALFORMED }];
  const unknown = redone.operands.filter((operand) => !isGiven(operand, own, excerpts));
  return unknown.slice(0, 3).map(({ evidenceId, value }) => ({
    pointer: '/calculation',
    detail: `must use only figures from excerpts: ${quoted(String(value))} is not in the excerpt of ${evidenceId ?? own.slice(0, 5).join(', ')}`,
  }));
}

const MALFORMED =
  'must be expressions of numbers with + - * / and parentheses, separated by semicolons, such as "391 / ev2:1152 * 100"; "rate" needs exchange with its rate and day';

function isGiven({ evidenceId, value }: Operand, own: readonly string[], excerpts: Excerpts): boolean {
  if (evidenceId === null && CONSTANTS.includes(value)) return true;
  const { figures, words } = standingIn(evidenceId ? [evidenceId] : own, excerpts);
  return figures.some((figure) => figure.values.includes(value)) || words.includes(value);
}

export function excerptsOf(evidence: readonly Evidence[]): Excerpts {
  return new Map(
    evidence.map(({ evidenceId, excerpt }) => [
      evidenceId,
      { figures: figuresIn(excerpt), words: numbersInWords(excerpt) },
    ]),
  );
}

export function standingIn(evidenceIds: readonly string[], excerpts: Excerpts): Standing {
  const standing = evidenceIds.flatMap((id) => excerpts.get(id) ?? []);
  return { figures: standing.flatMap(({ figures }) => figures), words: standing.flatMap(({ words }) => words) };
}

export function withoutWork<T extends Worked>(each: T): T {
  const { calculation: _calculation, exchange: _exchange, ...rest } = each;
  return rest as T;
}

const at = (pointer: string, flaw: Flaw): Flaw => ({ ...flaw, pointer: `${pointer}${flaw.pointer}` });
