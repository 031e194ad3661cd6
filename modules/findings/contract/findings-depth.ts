import { Type, type Static } from '@sinclair/typebox';
import { closed, nullable } from '../../../base/schema';
import { AssumptionBasis, EvidenceIds, oneOf, Recommendation, text, worked, describedOneOf } from './findings-schema';

const cents = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });
const webAddress = nullable(Type.String({ maxLength: 2048, pattern: '^https?://' }));

/** Members that cite the evidence for a figure. A cited excerpt must contain the figure. */
const cited = { evidenceIds: EvidenceIds, ...worked };

/** Members that name the basis of a figure: cited evidence, or an assumption. */
const based = { basis: AssumptionBasis, note: text(300, 'Why this number.'), ...cited };

export const MOST_COMPARABLES = 5;

export const Comparables = Type.Array(
  Type.Object(
    {
      name: text(120),
      url: webAddress,
      likeness: text(400, 'What makes it comparable: its readers, its form, or how it earns.'),
      readers: nullable(Type.Object({ count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), ...cited }, closed)),
      opens: nullable(
        Type.Object(
          {
            perThousand: Type.Integer({
              minimum: 0,
              maximum: 1000,
              description: 'Readers who open an issue, per 1,000 readers.',
            }),
            ...cited,
          },
          closed,
        ),
      ),
      price: nullable(
        Type.Object(
          {
            amount: cents(100_000_000, 'US cents for one reader; 0 is free.'),
            currency: Type.Literal('usd'),
            period: oneOf('month', 'year', 'issue', 'once'),
            ...cited,
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  {
    minItems: 1,
    maxItems: MOST_COMPARABLES,
    description:
      'Newsletters that show what this one could become. Each figure is in a cited excerpt or calculated from one; null if none was found.',
  },
);
export type Comparables = Static<typeof Comparables>;

export const CostPerReader = nullable(
  Type.Object({ cents: cents(1_000_000, 'US cents for one new reader.'), ...based }, closed),
);

export const Sponsors = Type.Array(
  Type.Object(
    {
      name: text(120),
      url: webAddress,
      advertises: text(400, 'Where it advertises today, and whom it wants to reach.'),
      evidenceIds: EvidenceIds,
      price: nullable(
        Type.Object(
          { perThousandOpensCents: cents(10_000_000, 'US cents for one sponsor slot, per 1,000 opens.'), ...based },
          closed,
        ),
      ),
    },
    closed,
  ),
  { minItems: 1, maxItems: 8, description: 'Named companies that the agent saw paying to reach these readers.' },
);
export type Sponsors = Static<typeof Sponsors>;

export const Trend = Type.Object(
  {
    counted: text(200, 'What was counted, and by whom.'),
    unit: text(80, 'Such as “searches a month”, or “index, 100 is the highest”.'),
    points: Type.Array(
      Type.Object(
        {
          period: Type.String({
            pattern: '^\\d{4}(-(0[1-9]|1[0-2]))?$',
            description: 'A year, or a month.',
            examples: ['2026-03'],
          }),
          value: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
          ...cited,
        },
        closed,
      ),
      {
        minItems: 2,
        maxItems: 24,
        description: 'In chronological order. Each value is in a cited excerpt or calculated from one.',
      },
    ),
    reading: text(400, 'What the trend means for this newsletter.'),
  },
  closed,
);
export type Trend = Static<typeof Trend>;

export const SampleIssue = Type.Object(
  {
    issue: Type.Integer({ minimum: 1, maximum: 3, description: 'Position in `firstIssues`, starting at 1.' }),
    subject: text(120, 'Subject line.'),
    preview: text(200, 'Line that an inbox shows beside the subject.'),
    sections: Type.Array(
      Type.Object(
        { heading: text(120), body: text(2500, 'Blank lines separate paragraphs.'), evidenceIds: EvidenceIds },
        closed,
      ),
      { minItems: 2, maxItems: 8 },
    ),
  },
  { ...closed, description: 'One whole issue, as its readers would get it.' },
);
export type SampleIssue = Static<typeof SampleIssue>;

const nameCheck = {
  name: text(80),
  domain: Type.String({
    maxLength: 120,
    pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$',
    examples: ['queue-position.example'],
  }),
  use: describedOneOf(
    ['none_seen', 'in_use', 'unclear'],
    'Whether the agent saw the name in use for something that readers could confuse with the newsletter.',
  ),
  checkedAt: Type.String({ format: 'date-time' }),
  note: text(300, 'What the agent saw, and where it looked.'),
};

export const MOST_NAMES = 5;

/** Proposed names for the newsletter, as the agent submits them. */
export const SubmittedNames = Type.Array(Type.Object(nameCheck, closed), {
  minItems: 1,
  maxItems: MOST_NAMES,
  description: 'Names and domains, and where the agent saw the names in use. The service looks up the domains.',
});

/** Result of the service's check whether a domain is registered. */
export const Registration = Type.Object(
  {
    status: describedOneOf(
      ['registered', 'not_found', 'unknown'],
      '`registered`: DNS or the registry has the domain. `not_found`: no source that answered has it, but it may still not be for sale. `unknown`: neither answered, or the name is a subdomain of somebody else’s domain.',
    ),
    answeredBy: Type.Array(oneOf('dns', 'rdap'), {
      maxItems: 2,
      description: 'Sources that answered: DNS name servers, or the registry through RDAP.',
    }),
    checkedAt: Type.String({ format: 'date-time' }),
  },
  { ...closed, description: 'Registration of the domain when the service checked it. Nothing was reserved.' },
);
export type Registration = Static<typeof Registration>;

export const NameChecks = Type.Array(
  Type.Object(
    {
      ...nameCheck,
      site: describedOneOf(
        ['answers', 'no_answer', 'unclear'],
        'Always `unclear`, because the service does not open the domain. See `registration`.',
      ),
      registration: Type.Optional(Registration),
    },
    closed,
  ),
  {
    minItems: 1,
    maxItems: MOST_NAMES,
    description:
      'Names, where the agent saw them in use, and whether their domains were registered when the service checked.',
  },
);
export type NameChecks = Static<typeof NameChecks>;

export const WouldChange = Type.Array(
  Type.Object(
    {
      finding: text(400, 'Finding that would change the verdict.'),
      recommendation: Recommendation,
      test: text(300, 'The cheapest way to find out.'),
    },
    { ...closed, description: '`recommendation` is what the verdict would then recommend.' },
  ),
  { minItems: 1, maxItems: 5 },
);
export type WouldChange = Static<typeof WouldChange>;
