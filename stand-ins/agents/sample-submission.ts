import { DIMENSIONS, type DimensionName, type Submission } from '../../contracts/findings';
import type { ResearchBrief } from '../../contracts/agent-briefs';
import { exampleFor } from './examples';
import { audienceSizing, economics, launchCalendar } from './sample-economics';
import { deepened, FULL_DEPTH } from './sample-depth';
import { figureOf, firstSources } from './sample-evidence';
import { firstIssues } from './sample-issue';
import { MANNERS } from './manners';
import { channels, competitors, nextSteps, segments, streams, type Material } from './sample-parts';
import { verdictRationale, withRationales } from './sample-rationales';
import { risks } from './sample-risks';
import { shaped, type SampleShape } from './sample-shape';
import { written } from './sample-texts';
import { topicOf } from './sample-topic';
import { clip, Dice, harmless } from './sample-words';

/** Model name reported for sessions, which marks their output as not a model's work. */
export const SAMPLE_MODEL = 'local-sample';

/** The one limitation that says of findings that they are a sample. */
export const SAMPLE_NOTE =
  'This is a sample. It was composed from the words of the brief: nothing was researched, and every score, name, figure ' +
  'and source is invented.';

/** Time at which the pages of a sample were opened, where no session says. */
const OPENED = new Date('2026-11-02T09:00:00.000Z');

/**
 * Computes findings from the brief, of pages opened from `openedAt` on; pure and deterministic. Different briefs give
 * different scores and texts, which a shape leaves as they are. They pass the schema and the semantic checks, and
 * declare themselves to be samples.
 */
export function sampleSubmission(
  given: ResearchBrief,
  openedAt: Date = OPENED,
  shape: SampleShape | null = null,
): Submission {
  const example = exampleFor(given, openedAt, shape);
  if (example) return example;
  const brief = {
    idea: harmless(given.idea),
    audience: given.audience && harmless(given.audience),
    geography: given.geography && harmless(given.geography),
  };
  const material: Material = {
    brief,
    ...topicOf(given),
    dice: new Dice(given),
  };
  const evidence = firstSources(material, openedAt);
  const dimensions = withRationales(material, scores(material), evidence);
  const unitEconomics = economics(material, dimensions);
  const sample: Submission = {
    verdict: verdictFor(material, dimensions),
    dimensions,
    audienceSegments: segments(material),
    competitors: competitors(material),
    monetization: streams(unitEconomics),
    channels: channels(material),
    risks: risks(material),
    nextSteps: nextSteps(material),
    evidence,
    limitations: [
      SAMPLE_NOTE,
      'No reader was interviewed, so what they would pay is inferred from comparable letters.',
      brief.geography
        ? `Figures for ${clip(brief.geography, 120)} alone were hard to find; some describe a wider market.`
        : 'The brief names no country. The figures describe one large market and may not carry over to others.',
    ],
    audienceSizing: audienceSizing(material, figureOf(evidence[0]!), !shape?.plain),
    unitEconomics,
    firstIssues: firstIssues(material),
    launchCalendar: launchCalendar(material),
  };
  const depth = shape?.depth ?? FULL_DEPTH;
  if (!shape) return deepened(sample, depth, { material, openedAt });
  const parts = shaped(sample, shape, { material, openedAt });
  const made = shape.plain ? parts : deepened(parts, depth, { material, openedAt });
  const texted = shape.writing ? written(made, shape.writing) : made;
  return shape.manner ? MANNERS[shape.manner](texted, material) : texted;
}

/** Flawed findings for tests of corrections: a score out of range, a dangling citation, an inverted range. */
export function flawedSubmission(brief: ResearchBrief, openedAt?: Date, shape?: SampleShape | null): unknown {
  const sound = sampleSubmission(brief, openedAt, shape);
  const { demand, competition } = sound.dimensions;
  return {
    ...sound,
    dimensions: {
      ...sound.dimensions,
      demand: { ...demand, score: 140 },
      competition: { ...competition, evidenceIds: ['ev999'] },
    },
    monetization: sound.monetization.map((stream) => ({ ...stream, low: stream.high + 1 })),
  };
}

/** What each score rests on. */
const RESTS: Record<DimensionName, { basis: 'fact' | 'estimate' | 'inference'; evidenceIds: string[] }> = {
  demand: { basis: 'estimate', evidenceIds: ['ev1', 'ev2'] },
  competition: { basis: 'fact', evidenceIds: ['ev3'] },
  monetization: { basis: 'estimate', evidenceIds: ['ev4', 'ev5'] },
  acquisition: { basis: 'estimate', evidenceIds: ['ev2', 'ev6'] },
  operatorFit: { basis: 'inference', evidenceIds: [] },
  sustainability: { basis: 'estimate', evidenceIds: ['ev1'] },
  risk: { basis: 'inference', evidenceIds: ['ev6'] },
};

/** The seven scores, each with what it rests on; {@link withRationales} writes their reasons. */
function scores({ dice }: Material): Submission['dimensions'] {
  // One base score for all seven: otherwise every idea would average out near the middle.
  const base = dice.between(28, 82);
  const entries = DIMENSIONS.map((name) => {
    const score = Math.min(96, Math.max(4, base + dice.between(-20, 20)));
    const { basis, evidenceIds } = RESTS[name];
    const confidence = basis === 'inference' ? 'low' : dice.pick(['low', 'medium'] as const);
    return [name, { score, confidence, rationale: '', evidenceIds, basis }] as const;
  });
  return Object.fromEntries(entries) as Submission['dimensions'];
}

function verdictFor(material: Material, dimensions: Submission['dimensions']): Submission['verdict'] {
  const reached = DIMENSIONS.map((name) => dimensions[name].score);
  const mean = Math.round(reached.reduce((sum, score) => sum + score, 0) / reached.length);
  const fatal = Math.min(dimensions.demand.score, dimensions.monetization.score, dimensions.risk.score) < 30;
  const score = fatal ? Math.min(mean, 40) : mean;
  const recommendation = score >= 70 ? 'pursue' : score >= 45 ? 'refine' : 'avoid';
  const rationale = verdictRationale(material, dimensions, recommendation);
  return { recommendation, score, confidence: 'low', rationale };
}
