import { Type, type Static } from '@sinclair/typebox';
import { closed, nullable } from '../../../base/schema';
import {
  AssumptionBasis,
  day,
  EvidenceId,
  EvidenceIds,
  Level,
  oneOf,
  text,
  worked,
  describedOneOf,
} from './findings-schema';

/** Grades of sources, most trusted first. */
export const EVIDENCE_GRADES = ['primary', 'reported', 'trade', 'claim'] as const;
export type EvidenceGrade = (typeof EVIDENCE_GRADES)[number];

/** Possible results of checking a quotation on its page. */
export const VERIFICATION_STATUSES = ['verified', 'not_found', 'unreachable', 'not_text'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** Possible judgments of the second reader on whether a claim follows from its quotation. */
export const SUPPORTS = ['supported', 'partly', 'unsupported'] as const;
export type Support = (typeof SUPPORTS)[number];

/** Result of the service's own check of a quotation on its page. */
export const Verification = Type.Object(
  {
    status: oneOf(...VERIFICATION_STATUSES),
    checkedAt: Type.String({ format: 'date-time' }),
    contentSha256: nullable(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the fetched body; null if none was fetched.' }),
    ),
    context: Type.Optional(text(2_000, 'The quotation on its page, with up to 200 characters on each side.')),
    support: Type.Optional(
      describedOneOf(SUPPORTS, 'Second reader’s judgment: does the quotation support the claim? Absent if none.'),
    ),
    page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page of the PDF that contains the quotation.' })),
    pageTitle: Type.Optional(text(300, 'Title of the fetched page.')),
    pageDate: Type.Optional({ ...day, description: 'Publication date on the fetched page.' }),
    seenByAgent: Type.Optional(
      Type.Literal(true, {
        description:
          'The service could not read the page, but found the excerpt in the agent’s copy of it. Absent otherwise.',
      }),
    ),
  },
  {
    ...closed,
    description:
      'The service fetched the page and looked for the excerpt word for word. An excerpt that was found is published as whole sentences from the page.',
  },
);
export type Verification = Static<typeof Verification>;

const evidence = {
  evidenceId: EvidenceId,
  claim: text(500),
  sourceUrl: Type.String({ maxLength: 2048, pattern: '^https?://' }),
  title: text(300),
  retrievedAt: Type.String({ format: 'date-time' }),
  excerpt: text(300),
  grade: Type.Optional(
    describedOneOf(
      EVIDENCE_GRADES,
      '`primary`: first-hand record. `reported`: accountable media. `trade`: trade survey or trade press. `claim`: a party about itself, a seller or a forum.',
    ),
  ),
  publishedAt: Type.Optional(nullable(day, { description: 'Date stated on the page; null if there is none.' })),
  ...worked,
};

export const SubmittedEvidence = Type.Object(evidence, closed);

/** Evidence as published, with the result of the service's check. */
export const Evidence = Type.Object({ ...evidence, verification: Type.Optional(Verification) }, closed);
export type Evidence = Static<typeof Evidence>;

export const Competitor = Type.Object(
  {
    name: text(120),
    url: nullable(Type.String({ maxLength: 2048, pattern: '^https?://' })),
    positioning: text(600),
    strength: text(400),
    gap: text(400),
    evidenceIds: EvidenceIds,
    price: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              amount: Type.Integer({
                minimum: 0,
                description: 'US cents, converted from other currencies; 0 is free.',
              }),
              currency: Type.Literal('usd'),
              period: oneOf('month', 'year', 'issue', 'once'),
              ...worked,
            },
            closed,
          ),
          Type.Null(),
        ],
        { description: 'Price for one reader; null if unknown.' },
      ),
    ),
    frequency: Type.Optional(
      nullable(
        oneOf('daily', 'several_a_week', 'weekly', 'fortnightly', 'monthly', 'quarterly', 'irregular', 'stopped'),
      ),
    ),
    size: Type.Optional(
      nullable(
        Type.Object({ readers: Type.Integer({ minimum: 0 }), basis: oneOf('stated', 'measured', 'estimated') }, closed),
      ),
    ),
    lastIssue: Type.Optional(nullable(day, { description: 'Date of the newest issue that the agent saw.' })),
  },
  closed,
);

export const Risk = Type.Object(
  {
    title: text(160),
    severity: Level,
    mitigation: text(600),
    likelihood: Type.Optional(Level),
    impact: Type.Optional(Level),
    signal: Type.Optional(text(300, 'Early sign that the risk is coming true.')),
    stop: Type.Optional(
      Type.Object(
        {
          byDay: Type.Integer({
            minimum: 1,
            maximum: 365,
            description: 'Latest day to check the condition, counted from the start.',
          }),
          condition: text(300, 'Condition under which the operator should stop.'),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const AudienceSizing = Type.Object(
  {
    who: text(200, 'The people who are counted.'),
    factors: Type.Array(
      Type.Object(
        {
          label: text(200),
          value: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
          outOf: Type.Integer({
            minimum: 1,
            maximum: 1_000_000_000_000,
            description: '1 for a count, 100 for a percentage.',
          }),
          basis: AssumptionBasis,
          evidenceIds: EvidenceIds,
          ...worked,
        },
        closed,
      ),
      { minItems: 1, maxItems: 8 },
    ),
    people: Type.Integer({ minimum: 0, description: 'Product of all `value / outOf`, rounded down.' }),
  },
  closed,
);
export type AudienceSizing = Static<typeof AudienceSizing>;

export const FirstIssues = Type.Array(
  Type.Object({ title: text(160), outline: Type.Array(text(300), { minItems: 2, maxItems: 8 }) }, closed),
  { minItems: 3, maxItems: 3 },
);

export const CALENDAR_DAYS = 90;

export const LaunchCalendar = Type.Array(
  Type.Object(
    {
      fromDay: Type.Integer({ minimum: 1, maximum: CALENDAR_DAYS }),
      toDay: Type.Integer({ minimum: 1, maximum: CALENDAR_DAYS }),
      goal: text(200),
      actions: Type.Array(text(300), { minItems: 1, maxItems: 6 }),
    },
    closed,
  ),
  { minItems: 3, maxItems: 13 },
);
