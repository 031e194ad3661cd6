import type { DimensionName, Findings, Submission } from '../../contracts/findings';

type Dimension = Submission['dimensions'][DimensionName];

const scored = (
  score: number,
  confidence: Dimension['confidence'],
  basis: Dimension['basis'],
  evidenceIds: string[],
  rationale: string,
): Dimension => ({ score, confidence, basis, evidenceIds, rationale });

const source = (n: number, title: string, sourceUrl: string, claim: string, excerpt: string) => ({
  evidenceId: `ev${n}`,
  title,
  sourceUrl,
  claim,
  excerpt,
  retrievedAt: `2026-11-18T0${n % 10}:15:00.000Z`,
});

/** A complete, valid Idea Check that reads like a real one; a new copy per call, so tests may change it. */
export function findingsFixture(): Findings {
  return {
    schemaVersion: '1.0.0',
    runId: 'run_01kah2v5q8e4wb6t7n9rjx3mzc',
    kind: 'idea_check',
    mode: 'live',
    generatedAt: '2026-11-20T14:03:27.412Z',
    subject: {
      idea: 'A weekly newsletter for facility managers of mid-sized hospitals on cutting energy costs: one measure a week with real invoices, payback times and the subsidies that apply.',
      audience: 'Facility and energy managers in hospitals with 200 to 800 beds',
      geography: 'Germany, Austria and Switzerland',
    },
    verdict: {
      recommendation: 'pursue',
      score: 74,
      confidence: 'medium',
      rationale:
        'Hospitals spend heavily on energy, reporting duties force them to act, and nobody serves the people who carry the measures out. The audience is small but can be named, reached through two associations and is worth a sponsor rate far above consumer newsletters. What is not proven is whether facility managers read a newsletter weekly rather than ask their peers; test that with twelve issues before building paid products.',
    },
    dimensions: {
      demand: scored(
        78,
        'high',
        'fact',
        ['ev1', 'ev2'],
        'Energy is the second largest cost block after staff in most hospitals, and the audit duty returns every four years. Search interest in hospital energy management has grown for three years in a row.',
      ),
      competition: scored(
        81,
        'medium',
        'estimate',
        ['ev3', 'ev4'],
        'Two trade magazines touch the subject about once a quarter, and vendor blogs are advertising. No independent title covers invoices and payback.',
      ),
      monetization: scored(
        69,
        'medium',
        'estimate',
        ['ev5'],
        'Vendors of heat pumps, building automation and contracting pay for access to a few hundred decision makers. Subscriptions are likely through training budgets, not private cards.',
      ),
      acquisition: scored(
        66,
        'medium',
        'estimate',
        ['ev6', 'ev7'],
        'Two associations publish member lists and accept guest articles; LinkedIn groups of about 4,000 members are active. Paid acquisition is expensive for so narrow a role.',
      ),
      operatorFit: scored(
        72,
        'low',
        'inference',
        [],
        'The brief suggests a background in building services. Access to real invoices is the part that cannot be bought and decides quality.',
      ),
      sustainability: scored(
        75,
        'medium',
        'estimate',
        ['ev2', 'ev8'],
        'About sixty measures are documented well enough for one issue each; new subsidy rounds and yearly price changes renew the material.',
      ),
      risk: scored(
        63,
        'low',
        'inference',
        [],
        'A single association could start its own bulletin. Advice on subsidies needs care, since wrong deadlines would cost readers money.',
      ),
    },
    audienceSegments: [
      {
        name: 'Facility managers in municipal hospitals',
        description:
          'Responsible for technical operation and energy budgets, seldom with their own staff for analysis. They need measures that survive procurement rules.',
        size: 'about 1,100 people',
        evidenceIds: ['ev1', 'ev6'],
      },
      {
        name: 'Energy officers of hospital groups',
        description: 'Compare sites and report to the board; they look for benchmarks and ready-made business cases.',
        size: 'about 250 people',
        evidenceIds: ['ev6'],
      },
      {
        name: 'Consulting engineers',
        description: 'Plan the measures and look for references and subsidy news that they can pass on to clients.',
        size: null,
        evidenceIds: [],
      },
    ],
    competitors: [
      {
        name: 'Klinik Technik Report',
        url: 'https://example.com/klinik-technik',
        positioning: 'Quarterly trade magazine on hospital technology of every kind',
        strength: 'Known in every technical department; sold together with the yearly congress',
        gap: 'Energy in one article an issue, without numbers from real sites',
        evidenceIds: ['ev3'],
      },
      {
        name: 'Energy & Care',
        url: 'https://example.org/energy-care',
        positioning: 'English-language newsletter on sustainability in health care',
        strength: 'Good reporting on strategy and regulation',
        gap: 'Written for boards; nothing on subsidies in German-speaking countries',
        evidenceIds: ['ev4'],
      },
      {
        name: 'Vendor blogs',
        url: null,
        positioning: 'Case studies by makers of building automation',
        strength: 'Detailed, with pictures and technical data',
        gap: 'Not independent; payback is rarely stated',
        evidenceIds: [],
      },
    ],
    monetization: [
      {
        model: 'Sponsorship, one partner an issue',
        low: 120000,
        high: 480000,
        currency: 'usd',
        assumptions: ['1,500 readers after twelve months', 'USD 300 to 1,200 an issue, four issues a month'],
      },
      {
        model: 'Team subscription',
        low: 60000,
        high: 290000,
        currency: 'usd',
        assumptions: ['20 to 60 hospitals at USD 30 to 48 a month', 'Paid from training budgets'],
      },
      {
        model: 'Yearly benchmark report',
        low: 25000,
        high: 150000,
        currency: 'usd',
        assumptions: ['10 to 30 copies a year at USD 300 to 600, spread over twelve months'],
      },
    ],
    channels: [
      {
        name: 'Association bulletins',
        approach: 'Offer both associations one worked example a quarter in exchange for a subscription link.',
        cost: 'low',
        evidenceIds: ['ev6', 'ev7'],
      },
      {
        name: 'LinkedIn groups',
        approach: 'Post the invoice of the week with one chart; answer questions in public and invite by hand.',
        cost: 'low',
        evidenceIds: ['ev7'],
      },
      {
        name: 'Congress of hospital technology',
        approach: 'A talk with a printed checklist that leads to the archive.',
        cost: 'medium',
        evidenceIds: [],
      },
    ],
    risks: [
      {
        title: 'Hospitals do not share invoices',
        severity: 'high',
        mitigation: 'Start with three friendly sites and publish anonymised figures with a stated method.',
      },
      {
        title: 'Wrong subsidy deadlines harm readers',
        severity: 'medium',
        mitigation: 'Link the official page for every deadline and state the date of the last check.',
      },
      {
        title: 'Audience too small for sponsorship alone',
        severity: 'medium',
        mitigation: 'Sell team subscriptions from issue 13 on.',
      },
    ],
    nextSteps: [
      {
        action: 'Interview ten facility managers on how they chose their last energy measure',
        effort: 'days',
        successMetric: 'Six of ten name a missing source of independent figures',
      },
      {
        action: 'Write three pilot issues with invoices of one friendly hospital',
        effort: 'weeks',
        successMetric: '150 sign-ups from the first association bulletin',
      },
      {
        action: 'Ask five vendors for a letter of intent',
        effort: 'days',
        successMetric: 'Two commit to USD 300 or more an issue',
      },
    ],
    evidence: [
      source(
        1,
        'Energy consumption in hospitals: national survey',
        'https://example.com/survey/hospital-energy-2025',
        'Energy is the second largest cost block in 61 % of hospitals.',
        'In 61 % of the houses surveyed, energy ranked second among all cost blocks, behind staff and before medical supplies.',
      ),
      source(
        2,
        'Audit duty under the energy services act',
        'https://example.org/law/energy-audit?section=8#recurrence',
        'Larger hospitals must repeat an energy audit every four years.',
        'The audit is to be repeated at least every four years, counted from the date of the first one.',
      ),
      source(
        3,
        'Klinik Technik Report: media data 2026',
        'https://example.com/klinik-technik/media-data.pdf',
        'The magazine appears four times a year with a print run of 6,200.',
        'Frequency: quarterly. Print run: 6,200. Readers: technical management and medical engineering.',
      ),
      source(
        4,
        'Energy & Care: about this newsletter',
        'https://example.org/energy-care/about',
        'Energy & Care addresses boards and sustainability officers.',
        'We write for leaders who set the agenda of sustainable care in Europe.',
      ),
      source(
        5,
        'Rate card of a newsletter for building services',
        'https://example.net/rates',
        'A comparable title charges USD 900 an issue for 2,400 readers.',
        'Single placement, top position: 900 per issue, 2,400 verified recipients in planning and operation.',
      ),
      source(
        6,
        'Association of hospital technicians: yearly report',
        'https://example.org/association/report-2025',
        'The association has 1,870 members in three countries.',
        'At the end of the year the association counted 1,870 personal members.',
      ),
      source(
        7,
        'Community guidelines and size of the group',
        'https://example.com/groups/hospital-engineering',
        'The group has about 4,000 members and twenty posts a week.',
        '4,012 members · 23 posts in the last week',
      ),
      source(
        8,
        'Catalogue of measures for hospitals',
        'https://example.net/catalogue',
        'Sixty-two measures with investment and saving are documented.',
        'The catalogue describes 62 measures with investment, yearly saving and examples.',
      ),
    ],
    limitations: [
      'No hospital was interviewed; readiness to share invoices is assumed.',
      'Reader numbers of competitors come from their own media data and were not audited.',
      'Income ranges are estimates from one comparable rate card.',
    ],
    provenance: { provider: 'claude-managed-agents', model: 'claude-opus-4-5', agentVersion: '7' },
  };
}
