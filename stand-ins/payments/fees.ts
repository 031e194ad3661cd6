/** What the provider keeps of payments and disputes. */
export interface Fees {
  /** Hundredths of a percent of a charge, and a fixed amount in minor units. */
  chargeBps: number;
  chargeFixed: number;
  /** Minor units for each dispute; not returned where it is won. */
  dispute: number;
}

/** Fees of a card payment in the provider's home country. */
export const CARD_FEES: Fees = { chargeBps: 290, chargeFixed: 30, dispute: 1_500 };
/** No fees: balances are the sums of what was paid. */
export const NO_FEES: Fees = { chargeBps: 0, chargeFixed: 0, dispute: 0 };

/** Fee of a charge, in minor units. */
export function feeOfCharge({ chargeBps, chargeFixed }: Fees, amount: number): number {
  return Math.round((amount * chargeBps) / 10_000) + chargeFixed;
}
