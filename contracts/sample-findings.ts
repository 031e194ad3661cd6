import { SAMPLE_RUN_ID, type Findings } from './findings';
import { FINDINGS_SCHEMA_VERSION } from './versions';

const RETRIEVED = '2026-10-05T09:00:00.000Z';
const source = (n: number, host: string, title: string, claim: string, excerpt: string) => ({
  evidenceId: `ev${n}`,
  claim,
  sourceUrl: `https://${host}.example.org/sample/${n}`,
  title: `Sample source: ${title}`,
  retrievedAt: RETRIEVED,
  excerpt,
});

/**
 * Findings of the sandbox (GET /v1/runs/sample/findings): written by hand to show every field, not researched. Sources are
 * placeholders under example.org and every figure is invented; the limitations say so.
 */
export const sampleFindings: Findings = {
  schemaVersion: FINDINGS_SCHEMA_VERSION,
  runId: SAMPLE_RUN_ID,
  kind: 'idea_check',
  mode: 'test',
  generatedAt: '2026-10-05T09:12:41.000Z',
  subject: {
    idea: 'A fortnightly newsletter that walks owners of houses built before 1980 through replacing a boiler with a heat pump',
    audience: 'Home owners between 35 and 65 who plan a renovation',
    geography: 'Germany',
  },
  verdict: {
    recommendation: 'refine',
    score: 64,
    confidence: 'medium',
    rationale:
      'Owners of old houses face a costly decision that they make once, know little about and distrust advice on: they read closely and pay for certainty. That strength is also the weakness, because a reader leaves when the pump runs. Narrow the promise to the twelve months around the decision, sell it as a course with a newsletter in front, and test with thirty owners before building an archive.',
  },
  dimensions: {
    demand: {
      score: 74,
      confidence: 'medium',
      rationale:
        'Search interest is high and returns every autumn; owners describe the decision as the largest they take without an adviser of their own.',
      evidenceIds: ['ev1', 'ev2'],
      basis: 'fact',
    },
    competition: {
      score: 61,
      confidence: 'medium',
      rationale:
        'Manufacturers and trade magazines write much, but for installers or for new houses. Two independent letters touch the subject once a month.',
      evidenceIds: ['ev3'],
      basis: 'fact',
    },
    monetization: {
      score: 58,
      confidence: 'low',
      rationale:
        'Comparable decision guides sell between USD 40 and 90. Sponsors exist, but most of them sell the very thing that readers want advice on.',
      evidenceIds: ['ev4', 'ev5'],
      basis: 'estimate',
    },
    acquisition: {
      score: 66,
      confidence: 'medium',
      rationale:
        'Owners gather in a handful of large forums and ask the same thirty questions; lasting answers are found by search for years.',
      evidenceIds: ['ev2', 'ev6'],
      basis: 'estimate',
    },
    operatorFit: {
      score: 55,
      confidence: 'low',
      rationale:
        'The brief says nothing of the operator. The subject rewards a trained installer or an energy adviser, and is hard to fake.',
      evidenceIds: [],
      basis: 'inference',
    },
    sustainability: {
      score: 57,
      confidence: 'medium',
      rationale:
        'Rules and subsidies change every year and keep the subject alive, but each reader needs it for about a year only.',
      evidenceIds: ['ev1'],
      basis: 'estimate',
    },
    risk: {
      score: 62,
      confidence: 'low',
      rationale:
        'A change of subsidy law can halve demand within weeks; advice that is taken for engineering can lead to liability.',
      evidenceIds: [],
      basis: 'inference',
    },
  },
  audienceSegments: [
    {
      name: 'Owners with a failing boiler',
      description:
        'They must decide within a heating season and read everything at once. The most willing to pay, the shortest to stay.',
      size: 'about 180,000 households a year (invented)',
      evidenceIds: ['ev1'],
    },
    {
      name: 'Planners of a full renovation',
      description: 'They plan two years ahead, compare and keep spreadsheets. They stay longest and tell neighbours.',
      size: null,
      evidenceIds: ['ev6'],
    },
  ],
  competitors: [
    {
      name: 'The Warm House (invented)',
      url: 'https://warm-house.example.com/',
      positioning: 'A monthly letter on energy in the home for a general reader.',
      strength: 'Clear language and a large list.',
      gap: 'No calculations, no prices and nothing on houses without insulation.',
      evidenceIds: ['ev3'],
    },
    {
      name: 'Installer Weekly (invented)',
      url: null,
      positioning: 'A trade letter for heating engineers.',
      strength: 'First with changes of rules and subsidies.',
      gap: 'Unreadable for owners.',
      evidenceIds: [],
    },
  ],
  monetization: [
    {
      model: 'Guide for the decision, sold once',
      low: 60_000,
      high: 340_000,
      currency: 'usd',
      assumptions: ['3,000 readers after a year', '0.5% to 2% buy a guide of USD 40 to 57 each month'],
    },
    {
      model: 'Sponsorship by lenders and insurers',
      low: 0,
      high: 120_000,
      currency: 'usd',
      assumptions: [
        'Makers of pumps are refused as sponsors',
        'two issues a month with one place each, USD 600 a place',
      ],
    },
  ],
  channels: [
    {
      name: 'Owners’ forums',
      approach: 'Answer the thirty recurring questions with calculations, and link the one issue that goes deeper.',
      cost: 'low',
      evidenceIds: ['ev6'],
    },
    {
      name: 'Search',
      approach: 'One lasting page for each type of house, updated when subsidies change.',
      cost: 'medium',
      evidenceIds: ['ev2'],
    },
  ],
  risks: [
    {
      title: 'Subsidies end or change',
      severity: 'high',
      mitigation: 'Write for the decision rather than for the subsidy; keep a page that is updated within a day.',
    },
    {
      title: 'Readers leave once the pump runs',
      severity: 'medium',
      mitigation: 'Sell at the decision, then offer a yearly check-up issue instead of a subscription.',
    },
  ],
  nextSteps: [
    {
      action:
        'Interview twelve owners who decided in the last year and write down what they searched for, in their words.',
      effort: 'days',
      successMetric: 'At least eight name the same three doubts.',
    },
    {
      action: 'Write three issues for one type of house and show them in two forums.',
      effort: 'weeks',
      successMetric: '150 sign-ups and a reply rate above 5%.',
    },
  ],
  evidence: [
    source(
      1,
      'statistics',
      'Heating systems by year of building',
      'Most boilers in houses built before 1980 are older than twenty years.',
      'Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented)',
    ),
    source(
      2,
      'search',
      'Questions of owners by month',
      'Search interest doubles each autumn.',
      'Queries rise from September and peak in November, at about twice the summer level. (invented)',
    ),
    source(
      3,
      'letters',
      'Newsletters on home energy',
      'Two independent letters cover the subject, neither more than monthly.',
      'Eleven letters were listed; nine belong to makers or traders. (invented)',
    ),
    source(
      4,
      'guides',
      'Prices of decision guides',
      'Guides for comparable decisions cost between USD 40 and 90.',
      'Twenty guides were compared; the middle price was 59. (invented)',
    ),
    source(
      5,
      'rates',
      'Sponsorship rates',
      'Lenders pay about USD 600 for a place in a letter of 3,000 home owners.',
      'Quoted rates for small lists of owners ranged from 450 to 800. (invented)',
    ),
    source(
      6,
      'forum',
      'Largest owners’ forums',
      'Three forums hold most of the discussion.',
      'The three largest forums have 210,000 members together and 40 new threads a day. (invented)',
    ),
  ],
  limitations: [
    'This is sample data for development. It was written by hand: nothing was researched, every source is a placeholder and every figure is invented.',
    'A real run names real pages, says when they were read, and marks what it could not find.',
  ],
  provenance: { provider: 'local-sample', model: 'none (written by hand)', agentVersion: '0' },
};
