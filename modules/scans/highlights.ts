import { firstSentence, link } from '../dossiers/model/text';
import { DIMENSIONS, type DimensionName } from '../findings/contract/findings';
import { EVIDENCE_FLOOR } from '../findings/rules/completeness';
import { dimensionLabel } from '../findings/verdict-words';
import type { ScanFindings } from './contract';

/** Scores that every scan shows: whether people want the product, and whether it makes money. */
const ALWAYS = ['demand', 'monetization'] as const satisfies DimensionName[];

/** Advantages of an Idea Check over a scan, worded as part of a sentence. */
export const CHECK_ADDS = `all seven scores with their reasons, at least ${EVIDENCE_FLOOR.sources} sources with confirmed quotes, competitors, income, risks and next steps`;

/**
 * The part of a scan's findings that we show. It includes demand, monetization and the lowest other score, so that the
 * case against the idea is always visible. It also includes the first finding, which must be the most surprising one
 * according to the agent's task.
 */
export function highlightsOf({ dimensions, evidence }: ScanFindings) {
  const shown = [...ALWAYS, weakestOf(dimensions)];
  return {
    scores: shown.map((name) => ({ label: dimensionLabel(name), score: dimensions[name].score })),
    finding: findingOf(dimensions, evidence[0]),
  };
}

function weakestOf(dimensions: ScanFindings['dimensions']): DimensionName {
  const others = DIMENSIONS.filter((name) => !ALWAYS.some((one) => one === name));
  return others.reduce((weakest, name) => (dimensions[name].score < dimensions[weakest].score ? name : weakest));
}

function findingOf(dimensions: ScanFindings['dimensions'], found: ScanFindings['evidence'][number] | undefined) {
  return found ? { ...found, ...link(found.sourceUrl), meaning: meaningOf(dimensions, found) } : null;
}

/** A sentence about the score that cites a finding, with the score's reason; null if no score cites the finding. */
function meaningOf(dimensions: ScanFindings['dimensions'], { evidenceId }: { evidenceId: string }): string | null {
  const name = DIMENSIONS.find((one) => dimensions[one].evidenceIds.includes(evidenceId));
  if (!name) return null;
  const { score, rationale } = dimensions[name];
  return `${dimensionLabel(name)} is ${score} of 100. ${firstSentence(rationale)}`;
}
