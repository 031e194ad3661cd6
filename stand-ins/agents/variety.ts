import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EVIDENCE_FLOOR } from '../../modules/findings/rules/completeness';
import { MANNERS, LENGTHS, TONGUE_NAMES, type Manner } from './manners';
import { MOST_COMPETITORS, MOST_OF_DEPTH, MOST_SOURCES, type SampleDepth, type SampleShape } from './sample-shape';
import { Dice } from './sample-topic';
import { briefOf, type AgentVersion, type SessionRecord } from './world';

const count = z.int().min(1).max(MOST_SOURCES);

/** How agents work: as asked, citing too little, quoting from memory, praising, hostile, idle, or handing in twice. */
export const PROFILES = ['typical', 'lazy', 'hasty', 'idle', 'twice', ...(Object.keys(MANNERS) as Manner[])] as const;
export type Profile = (typeof PROFILES)[number];

/** Variety of the samples that sessions hand in. */
export const VARIETY = z.strictObject({
  /** Null: drawn for each run and candidate. A number: drawn for each brief, so another run of it gets the same. */
  seed: z.int().min(0).nullable(),
  sources: z
    .tuple([count, count])
    .refine(([least, most]) => least <= most, 'the least comes first')
    .readonly(),
  profile: z.enum(PROFILES),
  /** Habits of agents in writing and handing in: all alike, or each its own. */
  habits: z.enum(['usual', 'varied']),
  /** Sites that agents cite: the same for all, or each agent its own. */
  sites: z.enum(['shared', 'own']),
});
export type Variety = Readonly<z.output<typeof VARIETY>>;
export type Habits = Variety['habits'];
export type Sites = Variety['sites'];

/** Too few for findings that may be charged for. */
const LAZY_SOURCES: Variety['sources'] = [1, EVIDENCE_FLOOR.sources - 1];

export const DEFAULT_VARIETY: Variety = {
  seed: null,
  // Around the first sources, so that candidates of a search have fewer or more than each other; all are enough.
  sources: [EVIDENCE_FLOOR.sources, 12],
  profile: 'typical',
  habits: 'usual',
  sites: 'shared',
};

/** Draws the shape of a session's sample; another session of the same run or candidate draws the same. */
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
    competitors: dice.between(0, MOST_COMPETITORS),
    depth: drawDepth(new Dice({ idea: JSON.stringify(drawnFor), audience: 'depth', geography: null })),
    ...(misquoted > 0 && { misquoted }),
    ...(canCorrect(tools) && correctsByChanges(drawnFor) && { patches: true as const }),
    ...(isManner(profile) && { manner: profile }),
    ...(profile === 'idle' && { idle: true as const }),
    ...(profile === 'twice' && { twice: true as const }),
    ...(sites === 'own' && { site: createHash('sha256').update(JSON.stringify(drawnFor)).digest('hex').slice(0, 8) }),
    ...(habits === 'varied' &&
      drawHabits(new Dice({ idea: JSON.stringify(drawnFor), audience: 'habits', geography: null }))),
  };
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

const isManner = (profile: Profile): profile is Manner => Object.hasOwn(MANNERS, profile);
