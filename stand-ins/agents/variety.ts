import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EVIDENCE_FLOOR } from '../../modules/findings/rules/completeness';
import { MISBEHAVIORS, LENGTHS, LANGUAGE_NAMES, type Misbehavior } from './misbehaviors';
import { MOST_COMPETITORS, MOST_OF_DEPTH, MOST_SOURCES, type SampleDepth, type SampleShape } from './sample-shape';
import { Dice } from './sample-topic';
import { briefOf, type AgentVersion, type SessionRecord } from './world';

const count = z.int().min(1).max(MOST_SOURCES);

/** Behavior of agents: correct, too few sources, quoting from memory, idle, submitting twice, or {@link MISBEHAVIORS}. */
export const PROFILES = [
  'typical',
  'lazy',
  'hasty',
  'idle',
  'twice',
  ...(Object.keys(MISBEHAVIORS) as Misbehavior[]),
] as const;
export type Profile = (typeof PROFILES)[number];

export const VARIETY = z.strictObject({
  /** Null draws a shape for each run and candidate. A number draws one for each brief, so that repeated runs match. */
  seed: z.int().min(0).nullable(),
  sources: z
    .tuple([count, count])
    .refine(([least, most]) => least <= most, 'the least comes first')
    .readonly(),
  profile: z.enum(PROFILES),
  /** How agents write and submit: identical, or varied per agent. */
  habits: z.enum(['usual', 'varied']),
  /** Cited sites: shared by all agents, or separate for each agent. */
  sites: z.enum(['shared', 'own']),
});
export type Variety = Readonly<z.output<typeof VARIETY>>;
export type Habits = Variety['habits'];
export type Sites = Variety['sites'];

/** Too few sources for billable findings. */
const LAZY_SOURCES: Variety['sources'] = [1, EVIDENCE_FLOOR.sources - 1];

export const DEFAULT_VARIETY: Variety = {
  seed: null,
  // The number of sources varies between the candidates of a search, but is always sufficient.
  sources: [EVIDENCE_FLOOR.sources, 12],
  profile: 'typical',
  habits: 'usual',
  sites: 'shared',
};

/** Draws the shape of a session's sample. Other sessions of the same run or candidate draw the same shape. */
export function drawShape(
  { seed, sources, profile, habits, sites }: Variety,
  session: SessionRecord,
  tools: AgentVersion['tools'] = [],
): SampleShape {
  const { idea, audience, geography } = briefOf(session);
  const drawnFor = seed === null ? [session.metadata.reference ?? session.id] : [seed, idea, audience, geography];
  const dice = new Dice({ idea: JSON.stringify(drawnFor), audience: null, geography: null });
  const drawn = dice.between(...(profile === 'lazy' ? LAZY_SOURCES : sources));
  // With half of the sources misquoted, too few citations can be verified to reach the evidence floor.
  const misquoted = profile === 'hasty' ? Math.ceil(drawn / 2) : 0;
  return {
    sources: drawn,
    competitors: dice.between(0, MOST_COMPETITORS),
    depth: drawDepth(new Dice({ idea: JSON.stringify(drawnFor), audience: 'depth', geography: null })),
    ...(misquoted > 0 && { misquoted }),
    ...(canCorrect(tools) && correctsByChanges(drawnFor) && { patches: true as const }),
    ...(isMisbehavior(profile) && { misbehavior: profile }),
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

/** True for three in four agents. */
function correctsByChanges(drawnFor: unknown): boolean {
  const dice = new Dice({ idea: JSON.stringify(drawnFor), audience: 'corrections', geography: null });
  return dice.between(0, 3) > 0;
}

/** All languages (including plain English) and lengths are equally likely. One in four agents submits twice. */
function drawHabits(dice: Dice): Pick<SampleShape, 'writing' | 'twice'> {
  const length = dice.pick(LENGTHS);
  const tongue = dice.pick([null, ...LANGUAGE_NAMES]);
  return { writing: { length, tongue }, ...(dice.between(0, 3) === 0 && { twice: true as const }) };
}

function drawDepth(dice: Dice): SampleDepth {
  const counts = Object.entries(MOST_OF_DEPTH).map(([part, most]) => [
    part,
    dice.between(0, 2) && dice.between(1, most),
  ]);
  return { signals: dice.between(0, 2) > 0, ...(Object.fromEntries(counts) as Omit<SampleDepth, 'signals'>) };
}

const isMisbehavior = (profile: Profile): profile is Misbehavior => Object.hasOwn(MISBEHAVIORS, profile);
