import { Type, type Static } from '@sinclair/typebox';
import { closed, nullable } from '../../../base/schema';
import { oneOf } from './findings-schema';
import { EconomicsAssumptions } from './unit-economics';

export const MOST_SENSITIVE = 5;

export type AssumptionName = keyof EconomicsAssumptions;

const ASSUMPTION_NAMES = Object.keys(EconomicsAssumptions.properties) as AssumptionName[];

/** What the result of the year hangs on, computed by the service (`modules/findings/economics.ts`). */
export const Sensitivity = Type.Array(
  Type.Object(
    {
      assumption: oneOf(...ASSUMPTION_NAMES),
      cautiousCents: Type.Integer({
        description: 'Result of the likely case in the first year with the cautious value of this assumption alone.',
      }),
      optimisticCents: Type.Integer({ description: 'The same with its optimistic value.' }),
      breakEven: nullable(
        Type.Integer({
          minimum: 0,
          description:
            'Value at which the year of the likely case just makes no loss, in the unit of the assumption; of `readers` the ' +
            'percentage of the likely numbers. Null where no value decides between loss and none.',
        }),
      ),
    },
    closed,
  ),
  {
    maxItems: MOST_SENSITIVE,
    description:
      'The assumptions of `unitEconomics` that move the result of the likely case most, the first most; those that do not ' +
      'move it are left out. Computed by the service.',
  },
);
export type Sensitivity = Static<typeof Sensitivity>;
