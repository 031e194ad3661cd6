import { DIMENSIONS, type DimensionName, type Submission } from '../../contracts/findings';
import type { ResearchBrief } from '../../contracts/agent-briefs';
import { exampleFor } from './examples';
import { audienceSizing, economics, firstIssues, launchCalendar } from './sample-economics';
import { deepened, FULL_DEPTH } from './sample-depth';
import { figureOf, firstSources } from './sample-evidence';
import { MANNERS } from './manners';
import { channels, competitors, nextSteps, risks, segments, streams, type Material } from './sample-parts';
import { shaped, type SampleShape } from './sample-shape';
import { written } from './sample-texts';
import { clip, Dice, harmless, keywords, LABEL, sentence } from './sample-words';

/** Model name reported for sessions, which marks their output as not a model's work. */
export const SAMPLE_MODEL = 'local-sample';

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
  const words = keywords(brief.idea, 6);
  const material: Material = { brief, words, subject: words.slice(0, 3).join(' '), dice: new Dice(given) };
  const evidence = firstSources(material, openedAt);
  const dimensions = dimensionsFor(material);
  const unitEconomics = economics(material);
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
      'This is sample output of the local stand-in. No page was opened and no model was asked: every score, figure, ' +
        'name and source here was calculated from the text of the brief.',
      'Addresses under example.org and example.com are placeholders and lead nowhere.',
      brief.geography
        ? `The geography "${clip(brief.geography, 120)}" changes the numbers but was not looked at.`
        : 'The brief names no geography; a real run would choose one and say so here.',
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

const ASPECTS: Record<DimensionName, { basis: 'fact' | 'estimate' | 'inference'; evidence: string[]; about: string }> =
  {
    demand: { basis: 'estimate', evidence: ['ev1', 'ev2'], about: 'how many people follow the subject every week' },
    competition: { basis: 'fact', evidence: ['ev3'], about: 'how much room the existing publications leave' },
    monetization: { basis: 'estimate', evidence: ['ev4', 'ev5'], about: 'what comparable readers and sponsors pay' },
    acquisition: {
      basis: 'estimate',
      evidence: ['ev2', 'ev6'],
      about: 'where readers gather and what reaching them costs',
    },
    operatorFit: { basis: 'inference', evidence: [], about: 'what the brief says of the person behind it' },
    sustainability: { basis: 'estimate', evidence: ['ev1'], about: 'whether the subject keeps producing material' },
    risk: { basis: 'inference', evidence: ['ev6'], about: 'what outside the operator’s control could end it' },
  };

function dimensionsFor({ dice, subject, brief }: Material): Submission['dimensions'] {
  // One base score for all seven: otherwise every idea would average out near the middle.
  const base = dice.between(28, 82);
  const entries = DIMENSIONS.map((name) => {
    const score = Math.min(96, Math.max(4, base + dice.between(-20, 20)));
    const { basis, evidence, about } = ASPECTS[name];
    const rationale =
      `${LABEL} ${sentence(subject)} scores ${score} of 100 for ${about}. A real run would name the anchor it is ` +
      `near and the sources that carry it; this number was derived from the brief “${clip(brief.idea, 160)}”.`;
    const confidence = basis === 'inference' ? 'low' : dice.pick(['low', 'medium'] as const);
    return [name, { score, confidence, rationale, evidenceIds: evidence, basis }] as const;
  });
  return Object.fromEntries(entries) as Submission['dimensions'];
}

function verdictFor({ brief, subject }: Material, dimensions: Submission['dimensions']): Submission['verdict'] {
  const scores = DIMENSIONS.map((name) => dimensions[name].score);
  const mean = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  const fatal = Math.min(dimensions.demand.score, dimensions.monetization.score, dimensions.risk.score) < 30;
  const score = fatal ? Math.min(mean, 40) : mean;
  const recommendation = score >= 70 ? 'pursue' : score >= 45 ? 'refine' : 'avoid';
  const advice = {
    pursue: 'the sample numbers favour a first issue',
    refine: 'the sample numbers favour a narrower reader before a first issue',
    avoid: 'the sample numbers speak against it in this form',
  }[recommendation];
  return {
    recommendation,
    score,
    confidence: 'low',
    rationale:
      `${LABEL} for “${clip(brief.idea, 400)}” ${advice}. The strongest and the weakest of the seven scores decide how ` +
      `a real verdict on ${subject} would read; here both were calculated from the text. The cheapest honest test is ` +
      'to write two issues and to ask twenty intended readers for the third.',
  };
}
