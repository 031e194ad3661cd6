import { Type, type Static } from '@sinclair/typebox';

/** Money: integer minor units and an ISO 4217 code in lower case (contract.md, Style). */
export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'Minor units: 4900 is USD 49.00.', examples: [4900] }),
    currency: Type.Literal('usd'),
  },
  { title: 'Money', additionalProperties: false },
);
export type Money = Static<typeof Money>;
