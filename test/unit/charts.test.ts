import * as fc from 'fast-check';
import { svg, type Chart } from '../../documents/charts/chart';
import { competitorMap } from '../../documents/charts/competitor-map';
import { economicsChart, type DrawnCase } from '../../documents/charts/economics-chart';
import { riskMatrix } from '../../documents/charts/risk-matrix';
import { PDF_THEME } from '../../documents/charts/theme';

const rank = fc.integer({ min: 1, max: 3 });
const oneCase = (name: DrawnCase['name']) =>
  fc.record({
    name: fc.constant(name),
    label: fc.constant(name),
    cumulativeCents: fc.array(fc.integer({ min: -5e9, max: 5e9 }), { minLength: 12, maxLength: 12 }),
    breakEvenMonth: fc.option(fc.integer({ min: 1, max: 12 })),
  });
const rival = fc.record({
  dollarsAMonth: fc.double({ min: 0, max: 50_000, noNaN: true }),
  readers: fc.nat(50_000_000),
});
const numbered = <T>(each: T, i: number) => ({ number: i + 1, ...each });

const CHARTS: [string, fc.Arbitrary<Chart>][] = [
  [
    'economics',
    fc
      .tuple(oneCase('cautious'), oneCase('likely'), oneCase('optimistic'))
      .map((cases) => economicsChart(cases, (cents) => `$${Math.round(cents / 100)}`)),
  ],
  ['competitors', fc.array(rival, { minLength: 2, maxLength: 12 }).map((all) => competitorMap(all.map(numbered)))],
  [
    'risks',
    fc
      .array(fc.record({ likelihood: rank, impact: rank }), { minLength: 1, maxLength: 10 })
      .map((all) => riskMatrix(all.map(numbered))),
  ],
];

/** Coordinates of the drawing by axis. */
function coordinates(markup: string, axis: 'x' | 'y'): number[] {
  const attributes = [...markup.matchAll(new RegExp(`\\sc?${axis}[12]?="([^"]*)"`, 'g'))].map(([, value]) => value);
  const points = [...markup.matchAll(/points="([^"]+)"/g)].flatMap(([, list]) =>
    list!.split(' ').map((point) => point.split(',')[axis === 'x' ? 0 : 1]),
  );
  return [...attributes, ...points].map(Number);
}

test.each(CHARTS)('a chart of %s stays finite and inside its frame for all values', (_, charts) => {
  fc.assert(
    fc.property(charts, (chart) => {
      const { width, height, label } = chart(PDF_THEME);
      const markup = svg(chart, PDF_THEME).toString();
      expect(markup + label).not.toMatch(/NaN|Infinity|undefined|null/);
      for (const value of coordinates(markup, 'x')) expect(value >= -1 && value <= width + 1).toBe(true);
      for (const value of coordinates(markup, 'y')) expect(value >= -1 && value <= height + 1).toBe(true);
    }),
  );
});
