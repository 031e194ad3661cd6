import * as fc from 'fast-check';
import { svg, type Chart } from '../../documents/charts/chart';
import { competitorMap } from '../../documents/charts/competitor-map';
import { economicsChart, type DrawnCase } from '../../documents/charts/economics-chart';
import { profileChart } from '../../documents/charts/profile-chart';
import { riskMatrix } from '../../documents/charts/risk-matrix';
import { scoreRing } from '../../documents/charts/score-ring';
import { HTML_THEME, PDF_THEME } from '../../documents/charts/theme';

const money = (cents: number) => `$${Math.round(cents / 100)}`;
const rank = fc.integer({ min: 1, max: 3 });
const cents = fc.integer({ min: -5_000_000_000, max: 5_000_000_000 });
const oneCase = (name: DrawnCase['name']) =>
  fc.record({
    name: fc.constant(name),
    label: fc.constant(name),
    cumulativeCents: fc.array(cents, { minLength: 12, maxLength: 12 }),
    breakEvenMonth: fc.option(fc.integer({ min: 1, max: 12 })),
  });

const CHARTS: [string, fc.Arbitrary<Chart>][] = [
  [
    'economics',
    fc
      .tuple(oneCase('cautious'), oneCase('likely'), oneCase('optimistic'))
      .map((cases) => economicsChart(cases, money)),
  ],
  [
    'competitors',
    fc
      .array(
        fc.record({ dollarsAMonth: fc.double({ min: 0, max: 50_000, noNaN: true }), readers: fc.nat(50_000_000) }),
        {
          minLength: 2,
          maxLength: 12,
        },
      )
      .map((placed) => competitorMap(placed.map((competitor, i) => ({ number: i + 1, ...competitor })))),
  ],
  [
    'risks',
    fc
      .array(fc.record({ likelihood: rank, impact: rank }), { minLength: 1, maxLength: 10 })
      .map((risks) => riskMatrix(risks.map((risk, i) => ({ number: i + 1, ...risk })))),
  ],
  [
    'profile',
    fc
      .array(fc.nat(100), { minLength: 7, maxLength: 7 })
      .map((scores) =>
        profileChart(scores.map((score) => ({ label: 'Demand', score, confidence: { label: 'Low', rank: 1 } }))),
      ),
  ],
  ['score', fc.nat(100).map((score) => scoreRing({ score, shown: String(score), tone: 'good' }))],
];

/** Every coordinate of a drawing that is not turned, by its axis. */
function coordinates(markup: string, axis: 'x' | 'y'): number[] {
  const attributes = [...markup.matchAll(new RegExp(`\\s${axis}[12]?="([^"]*)"|\\sc${axis}="([^"]*)"`, 'g'))];
  const points = [...markup.matchAll(/points="([^"]+)"/g)].flatMap(([, list]) =>
    list!.split(' ').map((point) => point.split(',')[axis === 'x' ? 0 : 1]),
  );
  return [...attributes.map(([, plain, centre]) => plain ?? centre), ...points].map(Number);
}

test.each(CHARTS)('a chart of %s stays a drawing whatever its values: finite, and inside of its frame', (_, charts) => {
  fc.assert(
    fc.property(charts, (chart) => {
      const { width, height, label } = chart(PDF_THEME);
      const markup = svg(chart, PDF_THEME).toString();
      expect(markup).not.toMatch(/NaN|Infinity|undefined|null/);
      expect(label).not.toMatch(/NaN|Infinity|undefined|null/);
      for (const [axis, most] of [
        ['x', width],
        ['y', height],
      ] as const) {
        for (const value of coordinates(markup, axis)) {
          expect(value).toBeGreaterThanOrEqual(-1);
          expect(value).toBeLessThanOrEqual(most + 1);
        }
      }
    }),
  );
});

test('HTML and PDF show the same drawing, in the colours and typefaces of each', () => {
  const chart = riskMatrix([{ number: 1, likelihood: 3, impact: 2 }]);
  const shape = (markup: string) => markup.replace(/ (fill|stroke|font-family)="[^"]*"/g, '');
  const [page, print] = [svg(chart, HTML_THEME).toString(), svg(chart, PDF_THEME).toString()];
  expect(page).not.toBe(print);
  expect(shape(page)).toBe(shape(print));
  expect(page).not.toMatch(/#[0-9a-f]{6}/);
  expect(print).not.toContain('var(');
});
