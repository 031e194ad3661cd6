import { DIMENSIONS } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { htmlDossier } from '../../documents/html/html-dossier';
import { dossierModel } from '../../documents/model/dossier-model';

/** The sample with these scores, in the order of the dimensions. */
function scored(...scores: number[]) {
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name, i) => [name, { ...sampleFindings.dimensions[name], score: scores[i]! }]),
  ) as typeof sampleFindings.dimensions;
  return dossierModel({ ...sampleFindings, dimensions });
}

const labels = (points: { label: string }[]) => points.map(({ label }) => label);

test('only a scale from the middle on speaks for an idea; its two lowest scales always speak against it', () => {
  const { strengths, weaknesses } = scored(90, 80, 49, 50, 70, 20, 60).summary!;
  expect(labels(strengths)).toEqual(['Demand', 'Competition']);
  expect(labels(weaknesses)).toEqual(['Sustainability', 'Monetization']);
  expect(labels(scored(90, 80, 70, 60, 75, 72, 66).summary!.weaknesses)).toEqual(['Acquisition', 'Risk']);
  expect(htmlDossier(scored(10, 20, 30, 40, 20, 10, 30))).toContain('No scale reaches 50 of 100.');
});

test('what no case uses and what is not known fill no row', () => {
  const { research } = scored(50, 50, 50, 50, 50, 50, 50);
  const { assumptions, results } = research!.economics!;
  const isEmpty = (values: string[]) => values.every((value) => /^[$0.% ]+$/u.test(value));
  expect([...assumptions, ...results].filter(({ values }) => isEmpty(values))).toEqual([]);
  const [segment] = sampleFindings.audienceSegments;
  const unknown = dossierModel({ ...sampleFindings, audienceSegments: [{ ...segment!, size: null }] });
  expect(htmlDossier(unknown)).not.toContain('not known');
});
