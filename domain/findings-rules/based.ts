import type { EconomicsAssumptions } from '../../contracts/unit-economics';
import type { Reviewed } from './rule';

/** Figure that is sourced or assumed, and what it rests on. */
export interface Based {
  basis: 'sourced' | 'assumed';
  evidenceIds: string[];
  calculation?: string;
  exchange?: { currency: string; rate: number; day: string };
}

/** Findings with each figure changed that is sourced or assumed, which is called with its pointer. */
export function withBased(findings: Reviewed, change: <T extends Based>(each: T, pointer: string) => T): Reviewed {
  const { audienceSizing: sizing, unitEconomics: economics, channels, sponsors } = findings;
  const assumptions = Object.entries(economics?.assumptions ?? {}).map(([name, each]) => [
    name,
    change(each, `/unitEconomics/assumptions/${name}`),
  ]);
  return {
    ...findings,
    ...(sizing && {
      audienceSizing: {
        ...sizing,
        factors: sizing.factors.map((factor, i) => change(factor, `/audienceSizing/factors/${i}`)),
      },
    }),
    ...(economics && {
      unitEconomics: { ...economics, assumptions: Object.fromEntries(assumptions) as EconomicsAssumptions },
    }),
    channels: channels.map((channel, i) =>
      channel.costPerReader
        ? { ...channel, costPerReader: change(channel.costPerReader, `/channels/${i}/costPerReader`) }
        : channel,
    ),
    ...(sponsors && {
      sponsors: sponsors.map((sponsor, i) =>
        sponsor.price ? { ...sponsor, price: change(sponsor.price, `/sponsors/${i}/price`) } : sponsor,
      ),
    }),
  };
}
