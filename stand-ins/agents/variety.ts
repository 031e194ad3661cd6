import { createHash } from 'node:crypto';
import { EVIDENCE_FLOOR } from '../../domain/findings-rules/floor';
import { MANNERS, type Manner } from './manners';
import { invalid } from './provider-error';
import { MOST_OF_DEPTH, type SampleDepth } from './sample-depth';
import { MOST_COMPETITORS, type SampleShape } from './sample-shape';
import { MOST_SOURCES } from './sample-sources';
import { LENGTHS, TONGUE_NAMES } from './sample-texts';
import { Dice } from './sample-words';
import { briefOf, type AgentVersion, type SessionRecord } from './world';

/** Bounds of what is drawn, both included. */
type Span = readonly [low: number, high: number];

/** Variety of the samples that sessions hand in. */
export interface Variety {
  /** Null: drawn for each run and candidate. A number: drawn for each brief, so another run of it gets the same. */
  seed: number | null;
  sources: Span;
  profile: Profile;
  habits: Habits;
  sites: Sites;
}

/** Habits of agents in writing and handing in: all alike, or each its own. */
const HABITS = ['usual', 'varied'] as const;
export type Habits = (typeof HABITS)[number];

/** Sites that agents cite: the same for all, or each agent its own. */
const SITES = ['shared', 'own'] as const;
export type Sites = (typeof SITES)[number];

/**
 * Manners of agents: one that works as it is asked, one that cites too little, one that quotes from memory, one that
 * praises, one that means harm, one that hands in nothing, and one that hands in twice in one turn.
 */
export const PROFILES = ['typical', 'lazy', 'hasty', 'idle', 'twice', ...(Object.keys(MANNERS) as Manner[])] as const;
export type Profile = (typeof PROFILES)[number];

/** Bounds around the first sources, so that candidates of a search have fewer or more than each other; all are enough. */
const SOURCES: Span = [EVIDENCE_FLOOR.sources, 12];
/** Too few for findings that may be charged for. */
const LAZY_SOURCES: Span = [1, EVIDENCE_FLOOR.sources - 1];
const COMPETITORS: Span = [0, MOST_COMPETITORS];

/** Variety unless it is set. */
export const DEFAULT_VARIETY: Variety = {
  seed: null,
  sources: SOURCES,
  profile: 'typical',
  habits: 'usual',
  sites: 'shared',
};

/**
 * Draws the shape of a session's sample, as the tools of its agent admit it; another session of the same run or candidate
 * draws the same.
 */
export function drawShape(
  { seed, sources, profile, habits, sites }: Variety,
  session: SessionRecord,
  tools: AgentVersion['tools'] = [],
): SampleShape {
  const { idea, audience, geography } = briefOf(session);
  const drawnFor = seed === null ? [session.metadata.reference ?? session.id] : [seed, idea, audience, geography];
  const dice = new Dice({ idea: JSON.stringify(drawnFor), audience: null, geography: null });
  const drawn = dice.between(...(profile === 'lazy' ? LAZY_SOURCES : sources));
  // Half of them are too many for the floor.
  const misquoted = profile === 'hasty' ? Math.ceil(drawn / 2) : 0;
  return {
    sources: drawn,
    competitors: dice.between(...COMPETITORS),
    depth: drawDepth(new Dice({ idea: JSON.stringify(drawnFor), audience: 'depth', geography: null })),
    ...(misquoted > 0 && { misquoted }),
    ...(isPlain(tools) && { plain: true as const }),
    ...(canCorrect(tools) && correctsByChanges(drawnFor) && { patches: true as const }),
    ...(isManner(profile) && { manner: profile }),
    ...(profile === 'idle' && { idle: true as const }),
    ...(profile === 'twice' && { twice: true as const }),
    ...(sites === 'own' && { site: createHash('sha256').update(JSON.stringify(drawnFor)).digest('hex').slice(0, 8) }),
    ...(habits === 'varied' &&
      drawHabits(new Dice({ idea: JSON.stringify(drawnFor), audience: 'habits', geography: null }))),
  };
}

/** Tells tools that know no depth. */
function isPlain(tools: AgentVersion['tools']): boolean {
  const submit = tools.find((tool) => tool.type === 'custom' && tool.name === 'submit_findings');
  const asks = submit?.type === 'custom' ? submit.input_schema.properties : null;
  return !!asks && !('comparables' in asks);
}

function canCorrect(tools: AgentVersion['tools']): boolean {
  return tools.some((tool) => tool.type === 'custom' && tool.name === 'correct_findings');
}

/** Three of four agents. */
function correctsByChanges(drawnFor: unknown): boolean {
  const dice = new Dice({ idea: JSON.stringify(drawnFor), audience: 'corrections', geography: null });
  return dice.between(0, 3) > 0;
}

/** In each script as often as in English alone, of each length, and one of four that hands in twice. */
function drawHabits(dice: Dice): Pick<SampleShape, 'writing' | 'twice'> {
  const length = dice.pick(LENGTHS);
  const tongue = dice.pick([null, ...TONGUE_NAMES]);
  return { writing: { length, tongue }, ...(dice.between(0, 3) === 0 && { twice: true as const }) };
}

/** Each part there or not, and where it is, of one to as many as findings may have. */
function drawDepth(dice: Dice): SampleDepth {
  const counts = Object.entries(MOST_OF_DEPTH).map(([part, most]) => [
    part,
    dice.between(0, 2) && dice.between(1, most),
  ]);
  return { signals: dice.between(0, 2) > 0, ...(Object.fromEntries(counts) as Omit<SampleDepth, 'signals'>) };
}

const isOneOf = (words: readonly string[], value: unknown) => words.some((word) => word === value);
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** What each part of a variety may be, and how that is said to whoever sends something else. */
const CHECKS: Record<keyof Variety, [isValid: (value: unknown) => boolean, says: string]> = {
  seed: [(value) => value === null || isWhole(value, 0, Number.MAX_SAFE_INTEGER), 'a whole number from 0'],
  sources: [
    (value) => {
      const [least, most, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
      return more.length === 0 && isWhole(least, 1, MOST_SOURCES) && isWhole(most, least as number, MOST_SOURCES);
    },
    `the least and the most of a sample, whole numbers from 1 to ${MOST_SOURCES}`,
  ],
  profile: [(value) => isOneOf(PROFILES, value), `one of ${PROFILES.join(', ')}`],
  habits: [isHabits, `one of ${HABITS.join(', ')}`],
  sites: [isSites, `one of ${SITES.join(', ')}`],
};

/**
 * Changes what a body names of the variety of sessions to come; the rest stays.
 *
 * @throws ProviderError 400 for what it does not know, and for bounds that no sample has
 */
export function setVariety(variety: Variety, body: Record<string, unknown>): Variety {
  const names = Object.keys(body);
  if (names.length === 0 || !names.every((name) => Object.hasOwn(CHECKS, name))) {
    throw invalid(`The variety takes ${Object.keys(CHECKS).join(', ')}`);
  }
  for (const [name, value] of Object.entries(body)) {
    const [isValid, says] = CHECKS[name as keyof Variety];
    if (!isValid(value)) throw invalid(`"${name}" must be ${says}`);
  }
  return Object.assign(variety, body);
}

/** Tells whether a value names habits. */
export function isHabits(value: unknown): value is Habits {
  return isOneOf(HABITS, value);
}

/** Tells whether a value says which sites agents cite. */
export function isSites(value: unknown): value is Sites {
  return isOneOf(SITES, value);
}

const isManner = (profile: Profile): profile is Manner => Object.hasOwn(MANNERS, profile);
