import type { DimensionName, Submission } from '../../contracts/findings';
import { readData } from '../base/data';

type Break = (sound: Submission) => Submission;
type Evidence = Submission['evidence'][number];

const withDimension = (
  sound: Submission,
  name: DimensionName,
  changes: Partial<Submission['dimensions']['demand']>,
) => ({
  ...sound,
  dimensions: { ...sound.dimensions, [name]: { ...sound.dimensions[name], ...changes } },
});
const withVerdict = (sound: Submission, changes: Partial<Submission['verdict']>) => ({
  ...sound,
  verdict: { ...sound.verdict, ...changes },
});
const withEvidence = (sound: Submission, at: number, changes: Partial<Evidence>) => ({
  ...sound,
  evidence: sound.evidence.map((entry, i) => (i === at ? { ...entry, ...changes } : entry)),
});
const economics = ({ unitEconomics }: Submission) => unitEconomics!;

/** Invented parts that break rules; a sample without a part of a kind gets one of these. */
const PARTS = readData<{
  rival: Submission['competitors'][number];
  comparable: NonNullable<Submission['comparables']>[number];
  sponsor: NonNullable<Submission['sponsors']>[number];
  name: NonNullable<Submission['nameChecks']>[number];
}>('agents/invented-parts.json');
const { rival: RIVAL, comparable: COMPARABLE, sponsor: SPONSOR, name: NAME } = PARTS;

/** Ways to break each rule of findings that a submission can break, by the rule's name. */
export const RULE_BREAKERS: Record<string, Break> = {
  'evidence-ids': (sound) => withDimension(sound, 'demand', { evidenceIds: ['ev999'] }),
  'source-address': (sound) => withEvidence(sound, 0, { sourceUrl: 'https:///' }),
  'basis-cited': (sound) => withDimension(sound, 'demand', { evidenceIds: [], basis: 'fact' }),
  'money-range': (sound) => ({
    ...sound,
    monetization: sound.monetization.map((stream) => ({ ...stream, low: stream.high + 1 })),
  }),
  'enough-evidence': (sound) => ({
    ...sound,
    evidence: sound.evidence.map((entry) => ({ ...entry, sourceUrl: sound.evidence[0]!.sourceUrl })),
  }),
  'source-is-page': (sound) =>
    withEvidence(sound, 0, { sourceUrl: 'https://www.google.com/search?q=how+many+readers' }),
  'retrieved-in-session': (sound) => withEvidence(sound, 0, { retrievedAt: '2019-01-01T00:00:00.000Z' }),
  'published-before-retrieved': (sound) => withEvidence(sound, 0, { publishedAt: '2099-01-01' }),
  'last-issue-seen': (sound) => {
    const [rival = RIVAL, ...others] = sound.competitors;
    return { ...sound, competitors: [{ ...rival, lastIssue: '2099-01-01' }, ...others] };
  },
  'exchange-holds': (sound) => {
    const foreign = withEvidence(sound, 0, {
      claim: 'A year of it costs $99.',
      excerpt: 'The whole year costs 90 euros.',
    });
    const exchange = { currency: 'gbp', rate: 1.1, day: '2019-01-01' };
    return withEvidence(foreign, 0, { calculation: '90 * rate', exchange });
  },
  'rival-prices': (sound) => {
    const [rival = RIVAL, ...others] = sound.competitors;
    const excerpt = 'The made-up rival asks 90 euros for a whole year.';
    const priced = {
      ...rival,
      evidenceIds: ['ev1'],
      price: { amount: 9000, currency: 'usd', period: 'year' } as const,
    };
    return { ...withEvidence(sound, 0, { claim: 'A year has a price.', excerpt }), competitors: [priced, ...others] };
  },
  'rival-is-claim': (sound) => {
    const [rival, ...others] = sound.competitors;
    const { url: _other, ...named } = rival ?? RIVAL;
    const url = new URL('/', sound.evidence[0]!.sourceUrl).href;
    return { ...sound, competitors: [{ ...named, url }, ...others] };
  },
  'old-prices-low': (sound) => {
    const [claim, excerpt] = ['It cost $90 a year.', 'The whole year was sold for 90 dollars.'];
    const old = withEvidence(sound, 0, { claim, excerpt, publishedAt: '2019-01-01' });
    return withDimension(old, 'demand', { evidenceIds: ['ev1'], confidence: 'medium' });
  },
  'fact-not-by-claim': (sound) => {
    const { evidenceIds } = sound.dimensions.competition;
    const evidence = sound.evidence.map((entry) =>
      evidenceIds.includes(entry.evidenceId) ? { ...entry, grade: 'claim' as const } : entry,
    );
    return withDimension({ ...sound, evidence }, 'competition', { basis: 'fact' });
  },
  'inference-not-high': (sound) => withDimension(sound, 'operatorFit', { basis: 'inference', confidence: 'high' }),
  'high-needs-two': (sound) => withDimension(sound, 'competition', { confidence: 'high' }),
  'verdict-confidence': (sound) =>
    withVerdict(withDimension(sound, 'demand', { confidence: 'low' }), { confidence: 'medium' }),
  'verdict-cap': (sound) =>
    withVerdict(withDimension(sound, 'risk', { score: 12 }), { score: 80, recommendation: 'pursue' }),
  'verdict-near-scores': (sound) => {
    const even = Object.entries(sound.dimensions).map(([name, dimension]) => [name, { ...dimension, score: 31 }]);
    const dimensions = Object.fromEntries(even) as Submission['dimensions'];
    return withVerdict({ ...sound, dimensions }, { score: 100, recommendation: 'pursue' });
  },
  'recommendation-by-score': (sound) =>
    withVerdict(sound, { recommendation: sound.verdict.recommendation === 'pursue' ? 'avoid' : 'pursue' }),
  'audience-product': (sound) => ({
    ...sound,
    audienceSizing: { ...sound.audienceSizing!, people: sound.audienceSizing!.people + 1 },
  }),
  'within-bounds': (sound) => {
    const { assumptions, ...rest } = economics(sound);
    const priceCents = { ...assumptions.priceCents, optimistic: 950_000 };
    return { ...sound, unitEconomics: { ...rest, assumptions: { ...assumptions, priceCents } } };
  },
  'readers-within-audience': (sound) => {
    const [count] = sound.audienceSizing!.factors;
    const fewer = { ...count!, value: 50 };
    return { ...sound, audienceSizing: { ...sound.audienceSizing!, factors: [fewer], people: 50 } };
  },
  'range-width': (sound) => ({
    ...sound,
    monetization: sound.monetization.map((stream) => ({ ...stream, low: 1, high: Math.max(stream.high, 21) })),
  }),
  'monetization-as-month-12': (sound) => ({
    ...sound,
    monetization: sound.monetization.map(({ low, high, ...stream }) => ({ ...stream, low: low * 3, high: high * 3 })),
  }),
  'severity-from-both': (sound) => ({
    ...sound,
    risks: sound.risks.map((risk) => ({ ...risk, likelihood: 'high', impact: 'high', severity: 'low' })),
  }),
  'sourced-cites': (sound) => {
    const { assumptions, ...rest } = economics(sound);
    const priceCents = { ...assumptions.priceCents, basis: 'sourced' as const, evidenceIds: [] };
    return { ...sound, unitEconomics: { ...rest, assumptions: { ...assumptions, priceCents } } };
  },
  'claim-figures': (sound) => withEvidence(sound, 0, { claim: 'The number grew by 31.7% in a year.' }),
  'sourced-figures': (sound) => {
    const { assumptions, ...rest } = economics(sound);
    const priceCents = { ...assumptions.priceCents, basis: 'sourced' as const, evidenceIds: ['ev1'] };
    return { ...sound, unitEconomics: { ...rest, assumptions: { ...assumptions, priceCents } } };
  },
  'cited-figures': (sound) => {
    const [comparable] = sound.comparables ?? [COMPARABLE];
    const readers = { count: 123_457, evidenceIds: [sound.evidence[0]!.evidenceId] };
    return { ...sound, comparables: [{ ...comparable!, readers }, ...(sound.comparables ?? []).slice(1)] };
  },
  'sponsors-cited': (sound) => ({
    ...sound,
    sponsors: [...(sound.sponsors ?? []).slice(1), { ...SPONSOR, evidenceIds: [] }],
  }),
  'trend-in-order': (sound) => {
    const [{ evidenceId, sourceUrl }] = sound.evidence as [Evidence];
    const point = { value: Number(sourceUrl.split('/').at(-1)), evidenceIds: [evidenceId] };
    const points = ['2026-03', '2026-02', '2025'].map((period) => ({ ...point, period }));
    return { ...sound, trend: { counted: 'Counted things', unit: 'a month', points, reading: 'It goes backwards.' } };
  },
  'risk-signals': (sound) => ({
    ...sound,
    risks: sound.risks.map(({ stop: _stop, ...risk }) => ({ ...risk, signal: `Early words of ${risk.title}` })),
  }),
  'change-is-change': (sound) => ({
    ...sound,
    wouldChange: [
      { finding: 'The same again.', recommendation: sound.verdict.recommendation, test: 'None is needed.' },
    ],
  }),
  'sample-issue-whole': (sound) => ({
    ...sound,
    sampleIssue: {
      issue: 1,
      subject: 'Short',
      preview: 'Too short',
      sections: ['One', 'Two'].map((heading) => ({ heading, body: `${heading} line.`, evidenceIds: [] })),
    },
  }),
  'names-checked-in-session': (sound) => ({
    ...sound,
    nameChecks: [{ ...NAME, checkedAt: '2019-01-01T00:00:00.000Z' }, ...(sound.nameChecks ?? []).slice(1)],
  }),
  'cases-in-order': (sound) => {
    const { assumptions, ...rest } = economics(sound);
    const fixedCents = { ...assumptions.fixedCents, likely: 90_000_000 };
    return { ...sound, unitEconomics: { ...rest, assumptions: { ...assumptions, fixedCents } } };
  },
  'no-contacts': (sound) => withEvidence(sound, 0, { claim: 'Write to jane.doe@example.org or call +49 30 1234567.' }),
  'plain-text': (sound) => withVerdict(sound, { rationale: `**Verdict.** ${sound.verdict.rationale}` }),
  'limitations-are-real': (sound) => ({ ...sound, limitations: ['Further research is needed.', ...sound.limitations] }),
  'no-repetition': (sound) => withDimension(sound, 'risk', { rationale: sound.verdict.rationale.slice(0, 1200) }),
  'evidence-used': (sound) => ({
    ...sound,
    evidence: [
      ...sound.evidence,
      {
        ...sound.evidence[0]!,
        evidenceId: 'ev77',
        claim: 'Nothing rests on this claim here.',
        excerpt: 'Some passage that nothing of these findings rests on.',
      },
    ],
  }),
  'calendar-in-order': (sound) => ({ ...sound, launchCalendar: sound.launchCalendar!.toReversed() }),
  'calendar-within-cases': (sound) => ({
    ...sound,
    launchCalendar: sound.launchCalendar!.map((period, i) =>
      i === 2 ? { ...period, goal: 'Forty thousand at last: 40,000 paying readers' } : period,
    ),
  }),
  'empty-field-explained': (sound) => ({
    ...sound,
    competitors: [],
    limitations: ['Prices were seen on one day only.'],
  }),
  'short-scan': (sound) => withVerdict(sound, { rationale: 'one more word '.repeat(60).trim() }),
  'complete-research': ({ unitEconomics: _left, ...sound }) => sound,
};

/** Breach of a correction: one of its changes has no place in the document. */
export const MISPLACED_CHANGE = 'change-in-place';

/**
 * What a fault can make a submission break: a rule of findings, that a quotation is on its page, that it was opened, or
 * that a change can be made.
 */
export const BREACHES: Record<string, Break> = {
  ...RULE_BREAKERS,
  'page-opened': (sound) => {
    const { sourceUrl, excerpt, claim } = sound.evidence[1]!;
    const count = Number(sourceUrl.split('/').at(-1));
    const other = (text: string) =>
      text.replaceAll(count.toLocaleString('en-US'), (count + 100).toLocaleString('en-US'));
    const url = sourceUrl.replace(/\d+$/u, String(count + 100));
    return withEvidence(sound, 1, { sourceUrl: url, excerpt: other(excerpt), claim: other(claim) });
  },
  [MISPLACED_CHANGE]: (sound) => sound,
  quotation: (sound) =>
    withEvidence(sound, Math.min(2, sound.evidence.length - 1), {
      excerpt: 'Words in this order stand on no page of the sample web.',
    }),
};
