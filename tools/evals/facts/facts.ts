import type { Fact } from './fact';
import { FACTS_ABROAD } from './facts-abroad';
import { FACTS_AT_HOME } from './facts-at-home';
import { FACTS_OF_TRADES } from './facts-of-trades';

const FACTS: Readonly<Record<string, readonly Fact[]>> = { ...FACTS_OF_TRADES, ...FACTS_AT_HOME, ...FACTS_ABROAD };

/** Facts that research of a brief must find; none where nothing is to be researched. */
export function factsOf(brief: string): readonly Fact[] {
  return FACTS[brief] ?? [];
}
