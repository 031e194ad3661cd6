import { MOST_SENSITIVE, type AssumptionName, type Sensitivity } from '../contracts/sensitivity';
import { EconomicsAssumptions } from '../contracts/unit-economics';
import { computeCase, share } from './economics';

type Entry = Sensitivity[number];

/**
 * The assumptions that move the result of the likely case most, each changed alone from its cautious to its optimistic value,
 * and the value of each at which the year just makes no loss. Of equal ones the earlier in the schema comes first. Pure.
 */
export function sensitivityOf(assumptions: EconomicsAssumptions): Sensitivity {
  return NAMES.map((assumption): Entry => {
    const resultWith = (name: 'cautious' | 'optimistic') =>
      resultOf(assumptions, assumption, assumptions[assumption][name]);
    return {
      assumption,
      cautiousCents: resultWith('cautious'),
      optimisticCents: resultWith('optimistic'),
      breakEven: breakEvenOf(assumptions, assumption),
    };
  })
    .filter((entry) => swingOf(entry) > 0)
    .sort((a, b) => swingOf(b) - swingOf(a))
    .slice(0, MOST_SENSITIVE);
}

const NAMES = Object.keys(EconomicsAssumptions.properties) as AssumptionName[];

const swingOf = ({ cautiousCents, optimisticCents }: Entry) => Math.abs(optimisticCents - cautiousCents);

/** Most readers that are looked at, in percent of the likely ones. */
const MOST_PERCENT = 1000;

/** Value on the side without a loss, next to one with a loss; null where both ends of its range are on one side. */
function breakEvenOf(assumptions: EconomicsAssumptions, name: AssumptionName): number | null {
  const { minimum, maximum } = rangeOf(name);
  const isLoss = (value: number) => resultOf(assumptions, name, valueOf(assumptions, name, value)) < 0;
  let [without, loss] = isLoss(minimum) ? [maximum, minimum] : [minimum, maximum];
  if (isLoss(without) || !isLoss(loss)) return null;
  while (Math.abs(without - loss) > 1) {
    const middle = Math.floor((without + loss) / 2);
    if (isLoss(middle)) loss = middle;
    else without = middle;
  }
  return without;
}

function rangeOf(name: AssumptionName): { minimum: number; maximum: number } {
  if (name === 'readers') return { minimum: 0, maximum: MOST_PERCENT };
  const { minimum, maximum } = EconomicsAssumptions.properties[name].properties.likely;
  return { minimum: minimum!, maximum: maximum! };
}

/** A value as it stands in the assumptions: of readers it is a percentage of the likely ones. */
function valueOf({ readers }: EconomicsAssumptions, name: AssumptionName, value: number): number | number[] {
  return name === 'readers' ? readers.likely.map((count) => share(count, [value], 100)) : value;
}

/** Result of the likely year with another likely value of one assumption, in US cents. */
function resultOf(assumptions: EconomicsAssumptions, name: AssumptionName, likely: number | number[]): number {
  const changed = { ...assumptions, [name]: { ...assumptions[name], likely } };
  return computeCase(changed, 'likely').resultCents;
}
