import type { Submission } from '../../contracts/findings';
import type { SampleDepth } from './sample-depth';
import { foreignPricesOf } from '../web/computed-pages';
import { convertedPrice, figureOf, FIRST_SOURCES, foreignIn, sourceAt } from './sample-evidence';
import type { Manner } from './manners';
import { competitorAt, type Material } from './sample-parts';
import type { Writing } from './sample-texts';

/** Numbers in which samples differ (`variety.ts` draws them). */
export interface SampleShape {
  /** At least one: scores that are no inference cite something. */
  sources: number;
  competitors: number;
  /** Number of the last sources whose excerpts stand on no page. */
  misquoted?: number;
  /** Parts of depth; all of them where it is not said. */
  depth?: SampleDepth;
  /** How the agent works that hands it in, where that is not as it is asked. */
  manner?: Manner;
  /** How it is written, where that is not in English as it comes. */
  writing?: Writing;
  /** True where the first hand-in is made twice in one turn. */
  twice?: true;
  /** Names the sites that it cites and nobody else does; without it all agents cite the same. */
  site?: string;
  /** True where the agent ends its turn and hands in nothing. */
  idle?: true;
  /** True where the agent's tool knows neither depth nor calculations, as that of 1.0.0: it hands in none. */
  plain?: true;
}

/** Dimensions that cite the sources beyond the first; three, so that none cites more than it may. */
const CARRYING = ['acquisition', 'monetization', 'sustainability'] as const;

/** The sample with as many sources and competitors as its shape says. Scores and all other texts stay as they are. */
export function shaped(
  sample: Submission,
  shape: SampleShape,
  { material, openedAt }: { material: Material; openedAt: Date },
): Submission {
  const { sources, misquoted = 0 } = shape;
  const evidence = Array.from({ length: sources }, (_, i) => {
    const found = sample.evidence[i] ?? sourceAt(i, material, openedAt);
    const entry = shape.plain ? asItStates(found) : found;
    return i < sources - misquoted
      ? entry
      : { ...entry, excerpt: `Remembered words of source ${i + 1}, which no page holds.` };
  });
  const rivals = Array.from({ length: shape.competitors }, (_, i) =>
    abroad(sample.competitors[i] ?? competitorAt(i, material), i, {
      evidence: shape.plain ? [] : evidence,
      openedAt,
    }),
  );
  const left = withCitations({ ...sample, competitors: rivals }, shape.sources) as Submission;
  return {
    ...left,
    evidence,
    dimensions: withFurtherSources(left.dimensions, evidence),
    limitations: rivals.length > 0 ? left.limitations : [...left.limitations, NO_RIVALS],
  };
}

/** A source whose claim has the price as its excerpt states it, where that was converted. */
function asItStates({ calculation, exchange: _exchange, ...source }: Source): Source {
  if (calculation === undefined) return source;
  const [price] = PRICE.exec(source.excerpt)!;
  return { ...source, claim: source.claim.replace(PRICE, () => price) };
}

const PRICE = /\S+ a month/;

type Source = Submission['evidence'][number];
type Rival = Submission['competitors'][number];

/** A rival; every third one sells abroad where a source has the price of one, which is converted. */
function abroad(
  rival: Rival,
  i: number,
  { evidence, openedAt }: Pick<Submission, 'evidence'> & { openedAt: Date },
): Rival {
  const sources = foreignIn(evidence);
  const source = sources[i % Math.max(sources.length, 1)];
  if (!source || i % 3 !== 1) return rival;
  const { cents, worked } = convertedPrice(foreignPricesOf(figureOf(source)).month, figureOf(source), openedAt);
  const price = { amount: cents, currency: 'usd', period: 'month', ...worked } as const;
  return { ...rival, evidenceIds: [...rival.evidenceIds, source.evidenceId], price };
}

const NO_RIVALS =
  'No competing newsletter was found; some may circulate by e-mail only, without a page that a search would find.';

/** The value with citations of sources that are left out moved to those that stay. */
function withCitations(value: unknown, sources: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withCitations(inner, sources));
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === 'evidenceIds' ? validIds(inner as string[], sources) : withCitations(inner, sources),
  ]);
  return Object.fromEntries(entries);
}

function validIds(ids: string[], sources: number): string[] {
  const moved = ids.map((id) => `ev${((Number(id.slice('ev'.length)) - 1) % sources) + 1}`);
  return [...new Set(moved)];
}

function withFurtherSources(
  dimensions: Submission['dimensions'],
  evidence: Submission['evidence'],
): Submission['dimensions'] {
  const further = evidence.slice(FIRST_SOURCES).map(({ evidenceId }) => evidenceId);
  const carrying = CARRYING.map((name, turn) => {
    const more = further.filter((_, i) => i % CARRYING.length === turn);
    return [name, { ...dimensions[name], evidenceIds: [...dimensions[name].evidenceIds, ...more] }];
  });
  return { ...dimensions, ...(Object.fromEntries(carrying) as Partial<Submission['dimensions']>) };
}
