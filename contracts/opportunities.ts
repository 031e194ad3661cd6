import { Type, type Static } from '@sinclair/typebox';
import { MODES } from './access';
import { Findings } from './findings';
import { idSchema } from './ids';
import { Money } from './money';
import { openEnum } from './schema';

/** States of an opportunity (contract.md, States). */
export const OPPORTUNITY_STATES = ['draft', 'in_review', 'available', 'reserved', 'sold', 'archived'] as const;
export type OpportunityState = (typeof OPPORTUNITY_STATES)[number];

/** The states that an opportunity may move to from each state; one that is sold or archived moves nowhere. */
export const OPPORTUNITY_TRANSITIONS: Record<OpportunityState, readonly OpportunityState[]> = {
  draft: ['in_review'],
  in_review: ['available'],
  available: ['reserved', 'archived'],
  reserved: ['available', 'sold'],
  sold: [],
  archived: [],
};

/** The states from which an opportunity may move to `target`: what a conditional update compares with. */
export function opportunityStatesBefore(target: OpportunityState): OpportunityState[] {
  return OPPORTUNITY_STATES.filter((state) => OPPORTUNITY_TRANSITIONS[state].includes(target));
}

/** The states that the public list shows. */
export const LISTED_STATES = ['available', 'reserved'] as const satisfies readonly OpportunityState[];

/** Forms in which the dossier of a bought opportunity can be had, by `format` token; the first is the default. */
export const DOSSIER_FORMATS = ['html', 'pdf', 'json'] as const;

const closed = { additionalProperties: false } as const;
const described = {
  title: Type.String({ minLength: 5, maxLength: 120, examples: ['Grid connection queues for battery storage'] }),
  summary: Type.String({
    minLength: 1,
    maxLength: 400,
    description: 'What anybody may read: enough to decide, not enough to copy.',
    examples: ['A weekly letter that reads connection registers for the people who finance storage.'],
  }),
  niche: Type.String({ minLength: 1, maxLength: 120, examples: ['Energy infrastructure'] }),
  audience: Type.String({ minLength: 1, maxLength: 300, examples: ['Developers and lenders of storage projects'] }),
  geography: Type.String({ minLength: 1, maxLength: 120, examples: ['Great Britain'] }),
  language: Type.String({
    pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$',
    description: 'The language that the newsletter would be written in, BCP 47.',
    examples: ['en-GB'],
  }),
  score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'The score of the verdict in the findings.',
    examples: [71],
  }),
};

/** What the public list tells of an opportunity; the findings stay with whoever buys it (contract.md, Bodies). */
export const OpportunityTeaser = Type.Object(
  {
    opportunityId: idSchema('opp'),
    ...described,
    price: Money,
    availability: openEnum(LISTED_STATES),
    dossierFormats: Type.Array(openEnum(DOSSIER_FORMATS)),
    publishedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'OpportunityTeaser', ...closed },
);
export type OpportunityTeaser = Static<typeof OpportunityTeaser>;

/**
 * One opportunity as an operator imports it and as `prisma/catalogue/` holds it. The id is part of it, so that importing
 * twice changes nothing; that `score` and `mode` repeat the findings is the importer's to check.
 */
export const OpportunityImport = Type.Object(
  {
    opportunityId: idSchema('opp'),
    mode: Type.Unsafe<(typeof MODES)[number]>({ type: 'string', enum: MODES }),
    ...described,
    price: Type.Object(
      {
        amount: Type.Integer({
          minimum: 50,
          maximum: 99_999_999,
          description: 'Minor units; the bounds are those of the payment provider.',
        }),
        currency: Type.Literal('usd'),
      },
      closed,
    ),
    contributorAccountId: Type.Union([idSchema('acc'), Type.Null()], {
      description: 'Who is paid when it is sold; null where it is our own.',
    }),
    findings: Findings,
  },
  { title: 'OpportunityImport', ...closed },
);
export type OpportunityImport = Static<typeof OpportunityImport>;
