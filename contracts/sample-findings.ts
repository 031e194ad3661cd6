import { SAMPLE_RUN_ID, type Findings } from './findings';
import { sampleEconomics, sampleSensitivity } from './sample-economics';
import { sampleDepth } from './sample-depth';
import { sampleEvidence } from './sample-evidence';
import { FINDINGS_SCHEMA_VERSION } from './versions';

/** The one limitation that says of these findings that they are a sample. */
const SAMPLE_LIMITATION =
  'This is a sample, written by hand: nothing was researched, and every name, figure and source in it is invented.';

/**
 * Sample findings of the sandbox (GET /v1/runs/sample/findings), written by hand to show every field. Sources are
 * placeholders under example.org and every figure is invented, as the limitations state.
 */
export const sampleFindings: Omit<Findings, 'candidates'> = {
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
      confidence: 'medium',
      rationale:
        'Comparable decision guides sell between $40 and $90. Sponsors exist, but most of them sell the very thing that readers want advice on.',
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
      size: 'about 180,000 households a year',
      evidenceIds: ['ev1'],
    },
    {
      name: 'Planners of a full renovation',
      description: 'They plan two years ahead, compare and keep spreadsheets. They stay longest and tell neighbors.',
      size: null,
      evidenceIds: ['ev6'],
    },
  ],
  competitors: [
    {
      name: 'The Warm House',
      url: 'https://warm-house.example.com/',
      positioning: 'A monthly letter on energy in the home for a general reader.',
      strength: 'Clear language and a large list.',
      gap: 'No calculations, no prices and nothing on houses without insulation.',
      evidenceIds: ['ev3'],
      price: { amount: 0, currency: 'usd', period: 'month' },
      frequency: 'monthly',
      size: { readers: 14_000, basis: 'stated' },
      lastIssue: '2026-09-18',
    },
    {
      name: 'Installer Weekly',
      url: null,
      positioning: 'A trade letter for heating engineers.',
      strength: 'First with changes of rules and subsidies.',
      gap: 'Unreadable for owners.',
      evidenceIds: [],
      price: { amount: 1_900, currency: 'usd', period: 'month' },
      frequency: 'weekly',
      size: null,
      lastIssue: '2026-10-02',
    },
  ],
  monetization: [
    {
      model: 'Guide for the decision, sold once',
      low: 24_000,
      high: 340_000,
      currency: 'usd',
      assumptions: ['1,200 to 3,000 readers after a year', '0.5% to 2% buy a guide of $40 to $57 each month'],
    },
    {
      model: 'Sponsorship by lenders and insurers',
      low: 0,
      high: 120_000,
      currency: 'usd',
      assumptions: ['Makers of pumps are refused as sponsors', 'two issues a month with one place each, $600 a place'],
    },
  ],
  channels: [
    {
      name: 'Owners’ forums',
      approach: 'Answer the thirty recurring questions with calculations, and link the one issue that goes deeper.',
      cost: 'low',
      evidenceIds: ['ev6'],
      costPerReader: {
        cents: 30,
        basis: 'assumed',
        note: 'Two hours a week of answers, at 40 sign-ups.',
        evidenceIds: [],
      },
    },
    {
      name: 'Search',
      approach: 'One lasting page for each type of house, updated when subsidies change.',
      cost: 'medium',
      evidenceIds: ['ev2'],
      costPerReader: null,
    },
  ],
  risks: [
    {
      title: 'Subsidies end or change',
      severity: 'high',
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Write for the decision rather than for the subsidy; keep a page that is updated within a day.',
      signal: 'Installers write that orders are put off until the budget is known.',
      stop: { byDay: 90, condition: 'The subsidy ends, and fewer than ten guides were sold in the month after.' },
    },
    {
      title: 'Readers leave once the pump runs',
      severity: 'high',
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Sell at the decision, then offer a yearly check-up issue instead of a subscription.',
      signal: 'Opens of the issue after the third fall below those of the first.',
      stop: { byDay: 180, condition: 'Fewer readers are won in a month than leave in it, twice in a row.' },
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
  evidence: sampleEvidence,
  limitations: [SAMPLE_LIMITATION, 'Three forums were read; owners who ask their questions elsewhere are missing.'],
  audienceSizing: {
    who: 'Households in Germany that must replace a failing boiler in a house from before 1980 within a year',
    factors: [
      {
        label: 'Houses from before 1980 with a boiler',
        value: 9_000_000,
        outOf: 1,
        basis: 'sourced',
        evidenceIds: ['ev1'],
      },
      { label: 'Boilers that fail within a year', value: 4, outOf: 100, basis: 'assumed', evidenceIds: [] },
      {
        label: 'Owners who read about it before they sign',
        value: 1,
        outOf: 2,
        basis: 'assumed',
        evidenceIds: ['ev2'],
      },
    ],
    people: 180_000,
  },
  unitEconomics: sampleEconomics,
  sensitivity: sampleSensitivity,
  firstIssues: [
    {
      title: 'What your house loses on the coldest day',
      outline: [
        'The one number that decides the size of a pump, and where it hides in last winter’s bill.',
        'A worked house from 1964 with its invoice, step by step.',
        'Three ways to be wrong by a factor of two.',
      ],
    },
    {
      title: 'Radiators that can stay',
      outline: [
        'Flow temperature in plain words, with a test for a Sunday.',
        'Rooms that need a larger one, and its price.',
      ],
    },
    {
      title: 'Reading two offers side by side',
      outline: [
        'A table of twelve lines that every offer must answer.',
        'What is missing from the cheap one, line by line.',
        'Questions for the installer, to be printed.',
      ],
    },
  ],
  launchCalendar: [
    {
      fromDay: 1,
      toDay: 21,
      goal: 'Know the three doubts in the words of owners',
      actions: ['Hold twelve interviews.', 'Sort their questions into thirty cards.'],
    },
    {
      fromDay: 22,
      toDay: 45,
      goal: 'Three issues that thirty owners have read to the end',
      actions: ['Write for one type of house only.', 'Send by hand and ask for a reply to one question.'],
    },
    {
      fromDay: 46,
      toDay: 90,
      goal: 'First hundred guides sold, or a decision to stop',
      actions: ['Open the list in two forums.', 'Sell the guide from the fifth issue on.', 'Stop below 40 sold.'],
    },
  ],
  ...sampleDepth,
  provenance: { provider: 'sample', model: 'none (written by hand)', agentVersion: '0' },
};
