import { Type, type Static } from '@sinclair/typebox';
import { MODES } from '../../base/access';
import { idSchema } from '../../base/ids';
import { Money } from '../../base/money';
import { closed, openEnum, nullable } from '../../base/schema';
import { Findings } from '../findings/contract/findings';
import { EconomicsCases, SubmittedEconomics } from '../findings/contract/unit-economics';

/** States of an opportunity (docs/interface/orders.md#catalog); transitions are in `modules/opportunities/rules.ts`. */
export const OPPORTUNITY_STATES = ['draft', 'in_review', 'available', 'reserved', 'sold', 'archived'] as const;
export type OpportunityState = (typeof OPPORTUNITY_STATES)[number];

/** States in which an opportunity is publicly listed and may still be sold. */
export const LISTED_STATES = ['available', 'reserved'] as const satisfies readonly OpportunityState[];

/** Formats of a purchased opportunity's dossier. The first is the default. */
export const DOSSIER_FORMATS = ['html', 'pdf', 'json', 'md'] as const;

const described = {
  title: Type.String({ minLength: 5, maxLength: 120, examples: ['Grid connection queues for battery storage'] }),
  summary: Type.String({
    minLength: 1,
    maxLength: 400,
    description: 'Public summary: enough to decide, not enough to copy.',
    examples: ['A weekly letter that reads connection registers for the people who finance storage.'],
  }),
  niche: Type.String({ minLength: 1, maxLength: 120, examples: ['Energy infrastructure'] }),
  audience: Type.String({ minLength: 1, maxLength: 300, examples: ['Developers and lenders of storage projects'] }),
  geography: Type.String({ minLength: 1, maxLength: 120, examples: ['Great Britain'] }),
  language: Type.String({
    pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$',
    description: 'Language of the newsletter, BCP 47.',
    examples: ['en-GB'],
  }),
  score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Verdict score from the findings.',
    examples: [71],
  }),
};

/** Public view of an opportunity. Only its buyer gets the findings (docs/interface/orders.md#catalog). */
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
 * Import format of an opportunity, also used in `prisma/catalog/`. Includes the opportunity's id, so that imports are
 * idempotent. The importer checks that `score` and `mode` match the findings.
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
          description: 'Minor units, within the limits of the payment provider.',
        }),
        currency: Type.Literal('usd'),
      },
      closed,
    ),
    contributorAccountId: nullable(idSchema('acc'), {
      description: 'Account that is paid for the sale; null for our own opportunities.',
    }),
    findings: Type.Object(
      {
        ...Findings.properties,
        unitEconomics: Type.Optional(
          Type.Object({ ...SubmittedEconomics.properties, computed: Type.Optional(EconomicsCases) }, closed),
        ),
      },
      { ...closed, description: 'The import recomputes the unit economics and ignores the cases given here.' },
    ),
  },
  { title: 'OpportunityImport', ...closed },
);
export type OpportunityImport = Static<typeof OpportunityImport>;
