import { firstSentence, link } from '../dossiers/model/text';
import { DIMENSIONS, type DimensionName } from '../findings/contract/findings';
import { EVIDENCE_FLOOR } from '../findings/rules/completeness';
import { dimensionLabel } from '../findings/verdict-words';
import type { ScanFindings } from './contract';

/** Scores that every scan shows: whether people want the product, and whether it pays. */
const ALWAYS = ['demand', 'monetization'] as const satisfies DimensionName[];

/** Parts that an Idea Check adds to a scan, as words for a sentence. */
export const CHECK_ADDS = `all seven scores with their reasons, at least ${EVIDENCE_FLOOR.sources} sources with confirmed quotes, competitors, income, risks and next steps`;

/**
 * The part of a scan's findings that we show. It includes demand, monetization and the weakest other score, so that the
 * case against the idea is always present. It also includes the first finding, which the agent's task requires to be
 * the most surprising.
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

/** A sentence about the score that cites a finding, with its reason; null if no score cites the finding. */
function meaningOf(dimensions: ScanFindings['dimensions'], { evidenceId }: { evidenceId: string }): string | null {
  const name = DIMENSIONS.find((one) => dimensions[one].evidenceIds.includes(evidenceId));
  if (!name) return null;
  const { score, rationale } = dimensions[name];
  return `${dimensionLabel(name)} is ${score} of 100. ${firstSentence(rationale)}`;
}
