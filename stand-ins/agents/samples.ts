import type { ResearchBrief, SearchBrief } from '../../modules/findings/contract/agents';
import { DIMENSIONS, type Submission } from '../../modules/findings/contract/findings';
import type { Plan, PlannedCandidate } from '../../modules/findings/plan';
import { EVIDENCE_FLOOR } from '../../modules/findings/rules/completeness';
import { filled, readFolder, withTexts, readData } from '../base/data';
import { withDates } from '../web/pages';
import { MISBEHAVIORS, written } from './misbehaviors';
import { reduced, USUAL_SHAPE, FIRST_SOURCES, sourceAt, type SampleShape } from './sample-shape';
import { topicOf, clip, Dice, harmless, sentence } from './sample-topic';

/** Model name of sessions, which shows that their output is not from a model. */
export const SAMPLE_MODEL = 'local-sample';

/** Limitation that marks findings as a sample. */
const SAMPLE_NOTE =
  'This is a sample. It was composed from the words of the brief: nothing was researched, and every score, name, figure ' +
  'and source is invented.';

/** When pages were opened, by default. */
const OPENED = new Date('2026-11-02T09:00:00.000Z');

/** A submission without evidence, from `samples/*.json`. Its figures match the sources generated from `seed`. */
interface Sample {
  seed: number;
  assumedCosts: string[];
  submission: Submission;
}

/** Composes findings from the words of a brief, marked as a sample. Deterministic. By default, they pass all rules. */
export function sampleSubmission(
  given: ResearchBrief,
  openedAt: Date = OPENED,
  shape: SampleShape | null = null,
): Submission {
  const example = exampleFor(given, openedAt, shape);
  if (example) return example;
  const { sources, competitors, depth, misquoted = 0, writing, misbehavior } = { ...USUAL_SHAPE, ...shape };
  const topic = topicOf(given);
  const dice = new Dice(given);
  const { seed, assumedCosts, submission } = dice.pick(readFolder<Sample>('agents/samples'));
  const told = inWordsOf(given, withScores(submission, dice.between(-6, 6)), openedAt);
  const evidence = Array.from({ length: sources }, (_, i) => {
    const source = sourceAt(i, seed, topic, openedAt);
    if (i >= sources - misquoted) source.excerpt = `Remembered words of source ${i + 1}, which no page holds.`;
    return source;
  });
  const whole = { ...told, evidence, competitors: told.competitors.slice(0, competitors) };
  if (competitors === 0) whole.limitations.push(NO_RIVALS);
  const sample = citing(reduced(withKnownPrices(whole), depth, assumedCosts), sources);
  const texted = writing ? written(sample, writing) : sample;
  return misbehavior ? MISBEHAVIORS[misbehavior](texted, topic) : texted;
}

const NO_RIVALS =
  'No competing newsletter was found; some may circulate by email only, without a page that a search would find.';

/** Moves all scores and the verdict by the same number of points. */
function withScores(sample: Submission, points: number): Submission {
  const moved = <T extends { score: number }>(scored: T): T => ({ ...scored, score: scored.score + points });
  const dimensions = DIMENSIONS.map((name) => [name, moved(sample.dimensions[name])]);
  return {
    ...sample,
    verdict: moved(sample.verdict),
    dimensions: Object.fromEntries(dimensions) as Submission['dimensions'],
  };
}

/** Replaces placeholders such as `{subject}`, `{name3}` and `0 days ago` with the words, names and dates of a brief. */
function inWordsOf(brief: ResearchBrief, sample: Submission, openedAt: Date): Submission {
  const topic = topicOf(brief);
  const { readers } = topic;
  const isLong = readers.length > 40 || /^(?:the|their|an?|my|our) /iu.test(readers);
  const scores = Object.fromEntries(DIMENSIONS.map((name) => [name, sample.dimensions[name].score]));
  const values = {
    ...topic,
    ...scores,
    ...inventedNames(brief),
    Readers: sentence(readers),
    people: isLong ? 'intended readers' : readers,
  };
  const told = withTexts(sample, (text) => filled(text, values)) as Submission;
  const market = brief.geography
    ? `Figures for ${clip(harmless(brief.geography), 120)} alone were hard to find; some describe a wider market.`
    : 'No geography was given. The figures describe one large market and may not carry over to others.';
  const limitations = [SAMPLE_NOTE, ...told.limitations, market];
  return withDates({ ...told, limitations }, openedAt) as Submission;
}

const BEGINNINGS =
  'Bram Calden Dorn Ever Fenna Garn Hask Ivel Kels Lund Marl Norra Ost Pem Quill Rav Selk Thorn Uld Wex'.split(' ');
const ENDINGS = 'beck combe garth holt mere mund rigg stead thorpe wick'.split(' ');
const MOST_NAMES = 25;

/** Invented place names, different per brief, because samples that share competitors can count as duplicates. */
function inventedNames(brief: ResearchBrief): Record<string, string | number> {
  const dice = new Dice({ ...brief, geography: 'names' });
  const [beginning, ending] = [dice.between(0, BEGINNINGS.length - 1), dice.between(0, ENDINGS.length - 1)];
  const named = Array.from({ length: MOST_NAMES }, (_, i) => {
    const name =
      BEGINNINGS[(beginning + i * 7) % BEGINNINGS.length]! +
      ENDINGS[(ending + i * 3 + Math.floor(i / BEGINNINGS.length)) % ENDINGS.length]!;
    return { [`name${i}`]: name, [`host${i}`]: name.toLowerCase(), [`number${i}`]: dice.between(1, 60_000) };
  });
  return Object.assign({}, ...named) as Record<string, string | number>;
}

/** Removes prices of competitors whose sources are not in the sample. */
function withKnownPrices(sample: Submission): Submission {
  const cited = new Set(sample.evidence.map(({ evidenceId }) => evidenceId));
  const competitors = sample.competitors.map((rival) => {
    const isKnown = rival.evidenceIds.every((id) => cited.has(id));
    return isKnown ? rival : { ...rival, price: null };
  });
  return { ...sample, competitors };
}

/** Dimensions that cite the additional sources. With three, none exceeds the maximum number of citations. */
const CARRYING = ['acquisition', 'monetization', 'sustainability'] as const;

/** Maps citations to sources that exist, and cites every source. */
function citing(sample: Submission, sources: number): Submission {
  const { evidence, ...rest } = sample;
  const left = withCitations(rest, sources) as Submission;
  evidence.slice(FIRST_SOURCES).forEach(({ evidenceId }, i) => {
    left.dimensions[CARRYING[i % CARRYING.length]!].evidenceIds.push(evidenceId);
  });
  return { ...left, evidence };
}

function withCitations(value: unknown, sources: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withCitations(inner, sources));
  const entries = Object.entries(value).map(([key, inner]) => {
    if (key !== 'evidenceIds') return [key, withCitations(inner, sources)];
    const moved = (inner as string[]).map((id) => `ev${((Number(id.slice('ev'.length)) - 1) % sources) + 1}`);
    return [key, [...new Set(moved)]];
  });
  return Object.fromEntries(entries);
}

/** An angle on a field. `angle` comes before the field in the idea, and `title` comes after it in the title. */
interface Angle {
  angle: string;
  title: string;
  content: string;
  effort: PlannedCandidate['effort'];
}

const READERS = ['newcomers', 'owners of small firms', 'public buyers', 'instructors'] as const;
const RHYTHMS = ['weekly', 'fortnightly', 'monthly'] as const;

/** Composes a plan. Deterministic. Each idea ends with its number, so that faults can match `task:(idea 3 of 10)`. */
export function samplePlan(brief: SearchBrief): Plan {
  const angles = readData<Angle[]>('agents/plan-angles.json');
  const { operatorProfile, expertise, candidateCount } = brief;
  const shift = new Dice({ idea: operatorProfile, audience: expertise.join(', '), geography: null }).between(0, 31);
  const candidates = Array.from({ length: candidateCount }, (_, i): PlannedCandidate => {
    const field = clip(expertise[i % expertise.length]!, 60);
    // 8 angles and 4 groups of readers give 32 pairs, more than the maximum number of candidates.
    const pair = (i + shift) % 32;
    const { angle, title, content, effort } = angles[pair % angles.length]!;
    const readers = READERS[(Math.floor(pair / angles.length) + i) % READERS.length]!;
    return {
      title: `${sentence(field)} ${title} for ${readers}`,
      idea:
        `A ${RHYTHMS[i % RHYTHMS.length]!} newsletter on ${angle} ${field} for ${readers}: ${content}. ` +
        `The operator’s background: ${clip(operatorProfile, 300)} (idea ${i + 1} of ${candidateCount})`,
      audience: sentence(readers),
      geography: null,
      effort,
    };
  });
  return { candidates };
}

/** A plan with a missing idea and a duplicate, to test corrections. */
export function flawedPlan(brief: SearchBrief): unknown {
  const { candidates } = samplePlan(brief);
  return { candidates: candidates.slice(1).map((candidate, i) => (i === 1 ? candidates[1] : candidate)) };
}

/** Hand-written research for one idea. Its dates are relative (see {@link withDates}). */
interface Example {
  idea: string;
  audience?: string;
  geography?: string;
  submission: object;
}

export const examples = (): readonly Example[] => readFolder<Example>('agents/examples');

/** Example for a brief, dated relative to `openedAt`. Null if none matches, or if `shape` has faults or a style. */
export function exampleFor(brief: ResearchBrief, openedAt: Date, shape: SampleShape | null = null): Submission | null {
  if (shape && !isOrdinary(shape)) return null;
  const found = examples().find((example) => isAbout(example, brief));
  return found ? (withDates(found.submission, openedAt) as Submission) : null;
}

function isOrdinary({ sources, writing, misbehavior, misquoted }: SampleShape): boolean {
  return sources >= EVIDENCE_FLOOR.sources && !writing && !misbehavior && !misquoted;
}

function isAbout(example: Example, { idea, audience, geography }: ResearchBrief): boolean {
  return (
    plainly(idea) === plainly(example.idea) &&
    (!audience || plainly(audience) === plainly(example.audience)) &&
    (!geography || plainly(geography) === plainly(example.geography))
  );
}

const plainly = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
