import type { Findings } from './findings';

type Depth = Pick<
  Findings,
  'comparables' | 'sponsors' | 'trend' | 'sampleIssue' | 'nameChecks' | 'wouldChange' | 'searchLog'
>;

const stated = (count: number, percent: number, dollars: number) => ({
  readers: { count, evidenceIds: ['ev3'] },
  opens: { perThousand: percent * 10, evidenceIds: ['ev3'] },
  price: { amount: dollars * 100, currency: 'usd' as const, period: 'month' as const, evidenceIds: ['ev3'] },
});

const opened = (minute: number, host: string, n: number) => ({
  at: `2026-10-05T08:${minute}:00.000Z`,
  kind: 'opened' as const,
  url: `https://${host}.example.org/sample/${n}`,
});

const looked = (status: 'registered' | 'not_found', minute: number) => ({
  status,
  answeredBy: ['dns' as const],
  checkedAt: `2026-10-05T08:${minute}:00.000Z`,
});

/** Parts of the sample findings that show their depth. */
export const sampleDepth: Required<Depth> = {
  comparables: [
    {
      name: 'Loft',
      url: 'https://loft.example.com/',
      likeness: 'Independent, for owners who insulate before they heat; sells a guide beside a free letter.',
      ...stated(14_000, 41, 5),
    },
    {
      name: 'Hearth',
      url: 'https://hearth.example.com/',
      likeness: 'Fortnightly and for one decision only, the stove; most of its readers stay for one winter.',
      ...stated(6_200, 48, 8),
    },
    {
      name: 'Kiln',
      url: null,
      likeness: 'Small and dear, for owners of listed houses, with an adviser who answers letters.',
      ...stated(2_900, 52, 12),
    },
  ],
  sponsors: [
    {
      name: 'Bridge Lenders',
      url: 'https://bridge-lenders.example.com/',
      advertises: 'Buys a place in small letters of home owners in the months before the heating season.',
      evidenceIds: ['ev5'],
      price: {
        perThousandOpensCents: 42_000,
        basis: 'assumed',
        note: 'A place of $500 in a letter of 3,000 readers of whom two in five open it.',
        evidenceIds: ['ev5'],
      },
    },
    {
      name: 'Roof and Wall Insurance',
      url: null,
      advertises: 'Sponsors one of the large forums, with a page on storm damage.',
      evidenceIds: ['ev6'],
      price: null,
    },
  ],
  trend: {
    counted: 'Searches for replacing a boiler, counted by a sample of one search engine',
    unit: 'searches a month',
    points: [
      { period: '2025-07', value: 8_100, evidenceIds: ['ev2'] },
      { period: '2025-09', value: 11_400, evidenceIds: ['ev2'] },
      { period: '2025-11', value: 16_300, evidenceIds: ['ev2'] },
    ],
    reading: 'Interest follows the heating season, so a launch in August meets the rising half of the year.',
  },
  sampleIssue: {
    issue: 1,
    subject: 'The number that your three offers left out',
    preview: 'One number from last winter’s bill decides the size of the pump.',
    sections: [
      {
        heading: 'The number that every offer hides',
        body: 'Three installers looked at the same house in March and named three sizes of pump. None of them was lying. Each had guessed what the house loses on the coldest day of the year, and none had said so.\n\nThat number is the heat load. It decides the size of the pump, the size of the radiators and most of the bill. You do not need an engineer to find out whether an offer has it right: last winter’s bill and one Sunday are enough.',
        evidenceIds: ['ev1'],
      },
      {
        heading: 'A house from 1964, step by step',
        body: 'Take the gas that was burned from October to April, as it stands on the bill. Take off what hot water used, which is what you burn in July. What is left heated the house.\n\nDivide it by the hours in which it was cold, and by how cold they were; our sheet has both for every postcode. For the house of our reader the result was seven kilowatts. The three offers said nine, eleven and fourteen.\n\nShe asked each installer one question: which heat load did you use, and where does it come from? One corrected his offer. One wrote that he always does it that way. The third did not answer, which was an answer too.',
        evidenceIds: [],
      },
      {
        heading: 'How to be wrong by half',
        body: 'The first is to count a winter in which nobody was at home. The second is to forget the stove, which carried a third of the heat on the coldest evenings. The third is to take the size of the old boiler: it was chosen in a year when nobody asked.\n\nReply with the number of your own house and the size that you were offered. The next issue compares twenty of them.',
        evidenceIds: [],
      },
    ],
  },
  nameChecks: [
    {
      name: 'The Coldest Day',
      domain: 'the-coldest-day.example.com',
      use: 'none_seen',
      site: 'unclear',
      registration: looked('not_found', 52),
      checkedAt: '2026-10-05T08:52:00.000Z',
      note: 'Looked for as a letter, a book and a company; only weather reports use the words.',
    },
    {
      name: 'Heat Load',
      domain: 'heat-load.example.com',
      use: 'in_use',
      site: 'unclear',
      registration: looked('registered', 53),
      checkedAt: '2026-10-05T08:53:00.000Z',
      note: 'A maker of software has the name.',
    },
  ],
  wouldChange: [
    {
      finding: 'Twenty of thirty owners pay for the guide before it is written.',
      recommendation: 'pursue',
      test: 'Offer the guide at its price to thirty owners from two forums, with the money back if it does not appear.',
    },
    {
      finding: 'The subsidy for pumps in old houses ends within the year.',
      recommendation: 'avoid',
      test: 'Read the draft of next year’s budget on the day on which it is published.',
    },
  ],
  searchLog: [
    { at: '2026-10-05T08:41:00.000Z', kind: 'asked', query: 'heating systems by year of building' },
    opened(42, 'statistics', 1),
    opened(43, 'search', 2),
    { at: '2026-10-05T08:44:00.000Z', kind: 'asked', query: 'independent newsletters on home energy' },
    opened(45, 'letters', 3),
    opened(46, 'guides', 4),
    { at: '2026-10-05T08:47:00.000Z', kind: 'refused', url: 'https://rates.example.org/sample/5' },
    opened(49, 'forum', 6),
  ],
};
