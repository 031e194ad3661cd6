import { Type, type Static } from '@sinclair/typebox';

/** Money: integer minor units and an ISO 4217 code in lower case (docs/interface/requests.md#style). */
export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'Minor units: 4900 is $49.00.', examples: [4900] }),
    currency: Type.String({ pattern: '^[a-z]{3}$', examples: ['usd'] }),
  },
  { title: 'Money', additionalProperties: false },
);
export type Money = Static<typeof Money>;

/** Movement of our balance at the provider, in the currency of that balance. */
export interface BalanceMovement {
  id: string;
  /** Minor units before the fee: negative where money left. */
  amount: number;
  /** What the provider kept, in minor units; 0 if nothing. */
  fee: number;
  currency: string;
}
