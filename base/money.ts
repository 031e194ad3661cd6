import { Type, type Static } from '@sinclair/typebox';

/** Money in integer minor units with a lower-case ISO 4217 code (docs/interface/requests.md#style). */
export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'Minor units: 4900 is $49.00.', examples: [4900] }),
    currency: Type.String({ pattern: '^[a-z]{3}$', examples: ['usd'] }),
  },
  { title: 'Money', additionalProperties: false },
);
export type Money = Static<typeof Money>;

/** Movement of our balance at the provider, in the balance's currency. */
export interface BalanceMovement {
  id: string;
  /** Minor units before the fee; negative if money left the balance. */
  amount: number;
  /** The provider's fee in minor units; 0 if it took no fee. */
  fee: number;
  currency: string;
}
