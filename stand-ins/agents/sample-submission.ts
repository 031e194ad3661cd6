import type { ResearchBrief } from '../../contracts/agent';
import { DIMENSIONS, type Submission } from '../../contracts/findings';
import { filled, readFolder, withTexts } from '../base/data';
import { withDates } from '../web/relative-dates';
import { exampleFor } from './examples';
import { MANNERS } from './manners';
import { NO_DEPTH, reduced, USUAL_SHAPE, type SampleShape } from './sample-shape';
import { FIRST_SOURCES, sourceAt, unconverted } from './sample-sources';
import { written } from './sample-texts';
import { topicOf } from './sample-topic';
import { clip, Dice, harmless, sentence } from './sample-words';

/** Model name reported for sessions, which marks their output as not a model's work. */
export const SAMPLE_MODEL = 'local-sample';

/** The limitation by which findings say that they are a sample. */
export const SAMPLE_NOTE =
  'This is a sample. It was composed from the words of the brief: nothing was researched, and every score, name, figure ' +
  'and source is invented.';

/** Time at which the pages of a sample were opened, unless a session says. */
const OPENED = new Date('2026-11-02T09:00:00.000Z');

/** A whole submission without evidence, as `samples/*.json` has it; its figures are those of the sources of its seed. */
interface Sample {
  seed: number;
  assumedCosts: string[];
  submission: Submission;
}

let loaded: Sample[] | null = null;
const samples = () => (loaded ??= readFolder<Sample>('agents/samples'));

/**
 * Findings for a brief, of pages opened from `openedAt` on: one of the samples, in the words of the brief. Deterministic;
 * they pass the schema and all rules of findings, and declare themselves to be a sample.
 */
export function sampleSubmission(
  given: ResearchBrief,
  openedAt: Date = OPENED,
  shape: SampleShape | null = null,
): Submission {
  const example = exampleFor(given, openedAt, shape);
  if (example) return example;
  const { sources, competitors, depth, plain, misquoted = 0, writing, manner } = { ...USUAL_SHAPE, ...shape };
  const topic = topicOf(given);
  const dice = new Dice(given);
  const { seed, assumedCosts, submission } = dice.pick(samples());
  const told = inWordsOf(given, withScores(submission, dice.between(-6, 6)), openedAt);
  const evidence = Array.from({ length: sources }, (_, i) => {
    const source = sourceAt(i, seed, topic, openedAt);
    if (i >= sources - misquoted) source.excerpt = `Remembered words of source ${i + 1}, which no page holds.`;
    return plain ? unconverted(source) : source;
  });
  const whole = { ...told, evidence, competitors: told.competitors.slice(0, competitors) };
  if (competitors === 0) whole.limitations.push(NO_RIVALS);
  const sized = citing(reduced(withKnownPrices(whole, plain), plain ? NO_DEPTH : depth, assumedCosts), sources);
  const sample = plain ? uncalculated(sized) : sized;
  const texted = writing ? written(sample, writing) : sample;
  return manner ? MANNERS[manner](texted, topic) : texted;
}

const NO_RIVALS =
  'No competing newsletter was found; some may circulate by e-mail only, without a page that a search would find.';

/** The sample with all scores moved by the same number of points, and its verdict with them. */
function withScores(sample: Submission, points: number): Submission {
  const moved = <T extends { score: number }>(scored: T): T => ({ ...scored, score: scored.score + points });
  const dimensions = DIMENSIONS.map((name) => [name, moved(sample.dimensions[name])]);
  return {
    ...sample,
    verdict: moved(sample.verdict),
    dimensions: Object.fromEntries(dimensions) as Submission['dimensions'],
  };
}

/** The sample with the words, names and dates of a brief in place of `{subject}`, `{name3}`, `0 days ago` and so on. */
function inWordsOf(brief: ResearchBrief, sample: Submission, openedAt: Date): Submission {
  const topic = topicOf(brief);
  const { readers } = topic;
  const isLong = readers.length > 40 || /^(?:the|their|an?|my|our) /iu.test(readers);
  const word = /[\p{L}\p{N}]{3,24}/u.exec(topic.field)?.[0] ?? 'Field';
  const scores = Object.fromEntries(DIMENSIONS.map((name) => [name, sample.dimensions[name].score]));
  const values = {
    ...topic,
    ...scores,
    ...inventedNames(brief),
    Readers: sentence(readers),
    people: isLong ? 'intended readers' : readers,
    Word: sentence(word),
    word: word.toLowerCase().replace(/[^a-z0-9]/gu, '') || 'field',
  };
  const told = withTexts(sample, (text) => filled(text, values)) as Submission;
  const market = brief.geography
    ? `Figures for ${clip(harmless(brief.geography), 120)} alone were hard to find; some describe a wider market.`
    : 'The brief names no country. The figures describe one large market and may not carry over to others.';
  const limitations = [SAMPLE_NOTE, ...told.limitations, market];
  return withDates({ ...told, limitations }, openedAt) as Submission;
}

const BEGINNINGS =
  'Bram Calden Dorn Ever Fenna Garn Hask Ivel Kels Lund Marl Norra Ost Pem Quill Rav Selk Thorn Uld Wex'.split(' ');
const ENDINGS = 'beck combe garth holt mere mund rigg stead thorpe wick'.split(' ');
const MOST_NAMES = 25;

/** Names of places that do not exist, with host and number for an address: samples that share rivals may count as one. */
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

/** Prices of competitors that a source of the sample states, or that cite none. */
function withKnownPrices(sample: Submission, plain = false): Submission {
  const cited = new Set(sample.evidence.map(({ evidenceId }) => evidenceId));
  const competitors = sample.competitors.map((rival) => {
    const isKnown = rival.evidenceIds.every((id) => cited.has(id)) && !(plain && rival.price?.exchange);
    return isKnown ? rival : { ...rival, price: null };
  });
  return { ...sample, competitors };
}

/** The audience as an assumption, for agents that know no calculations. */
function uncalculated(sample: Submission): Submission {
  const { factors, ...sizing } = sample.audienceSizing!;
  const [{ calculation: _calculation, ...counted }, ...others] = factors as [(typeof factors)[0], ...typeof factors];
  const assumed = { ...counted, basis: 'assumed' as const, evidenceIds: [] };
  return { ...sample, audienceSizing: { ...sizing, factors: [assumed, ...others] } };
}

/** Dimensions that cite the sources beyond the first; three, so that none cites more than it may. */
const CARRYING = ['acquisition', 'monetization', 'sustainability'] as const;

/** The sample with citations only of the sources it has, and with each of them cited. */
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
