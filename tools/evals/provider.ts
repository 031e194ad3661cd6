import type { AddressInfo } from 'node:net';
import { str } from 'envalid';
import { CLAIM_CHECK_BUDGET_MICROS } from '../../contracts/claim-reader';
import { claimSettings } from '../../platform/claim-settings';
import { runSettings, sessionLimitSettings, sessionLimitsOf } from '../../platform/run-settings';
import { readSettings, url } from '../../platform/settings';
import { agentDefinition, DEFAULT_MODEL, definitionHash } from '../../providers/agents/agent-definition';
import { openClaimReader, whyNoReader } from '../../providers/agents/claim-reader';
import { openAgents } from '../../providers/agents/open-agents';
import { createCitedPages } from '../../providers/cited-pages/cited-pages';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn } from '../../stand-ins/agents/stand-in';
import { PROFILES, type Profile } from '../../stand-ins/agents/variety';
import type { Table } from './play';
import { serviceChecks } from './service-checks';

/** Agent under which the evals run: one of their own, so that the deployed agent of a product never drifts. */
export const EVALS_AGENT = 'newsletter-research-evals';

/** Settings that say who plays: without a key it is the stand-in. */
export const providerSettings = {
  ANTHROPIC_API_KEY: str({ default: undefined, desc: 'Key of the agent provider' }),
  ANTHROPIC_BASE_URL: url({ default: undefined, desc: 'Overrides the provider’s address' }),
};

const settings = {
  ...providerSettings,
  PUBLIC_URL: url({ default: 'https://noi.example', desc: 'Address that names the reader to the pages it fetches' }),
  ...claimSettings,
  ...sessionLimitSettings,
  RUN_MAX_REPAIRS: runSettings.RUN_MAX_REPAIRS,
  EVALS_PROFILE: str<Profile>({
    choices: PROFILES,
    default: 'typical',
    desc: 'Manner of the stand-in, to see that the measures tell a bad agent from a good one',
  }),
};

const STEP_MS = 5;

/** Variety under which the kept result was measured: drawn again for each play, none could be compared. */
const KEPT_VARIETY = { seed: 0, sources: [6, 6], habits: 'usual', sites: 'shared' } as const;

/** Agent provider that the briefs are played at. */
export interface Provider {
  /** `stand-in`, or the host of the provider. */
  name: string;
  costs: boolean;
  /** Hash of the agent's definition in this repository. */
  definition: string;
  /** Spend of one session at most, in millionths of a dollar, unless a budget is given. */
  budgetMicros: number;
  /** What the second reader may cost beside it, for one session. */
  readerMicros: number;
  maxRepairs: number;
  /** Model that judges claims, `stand-in` where its fixed logic does; null where none may. */
  reader: string | null;
  /** Provisions the agent of the evals and opens what sessions and checks need. */
  open(): Promise<Pick<Table, 'agents' | 'agent' | 'check'> & { close: () => Promise<void> }>;
}

/**
 * The configured provider: with ANTHROPIC_API_KEY the real one, else the stand-in in this process.
 *
 * @throws Error naming the settings that are not usable
 */
export function providerOf(env: NodeJS.ProcessEnv): Provider {
  const read = readSettings(settings, env);
  const apiKey = read.ANTHROPIC_API_KEY;
  const shared = {
    definition: definitionHash(agentDefinition(DEFAULT_MODEL, EVALS_AGENT)),
    budgetMicros: sessionLimitsOf(read).runBudgetMicros,
    maxRepairs: read.RUN_MAX_REPAIRS,
  };
  if (apiKey === undefined) {
    const open = () => openStandIn(read.EVALS_PROFILE, read);
    return { ...shared, name: 'stand-in', costs: false, readerMicros: 0, reader: 'stand-in', open };
  }
  const baseUrl = read.ANTHROPIC_BASE_URL;
  const vendor = { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseUrl };
  const readerSettings = { ...vendor, CLAIM_CHECK: read.CLAIM_CHECK, CLAIM_CHECK_MODEL: read.CLAIM_CHECK_MODEL };
  const reader = whyNoReader(readerSettings) === null ? openClaimReader(readerSettings) : null;
  return {
    ...shared,
    name: baseUrl ? new URL(baseUrl).hostname : 'anthropic',
    costs: true,
    reader: reader && read.CLAIM_CHECK_MODEL,
    readerMicros: reader ? (read.RUN_MAX_REPAIRS + 1) * CLAIM_CHECK_BUDGET_MICROS : 0,
    async open() {
      const agents = openAgents(vendor, { agentName: EVALS_AGENT });
      const agent = await agents.provision();
      const citedPages = createCitedPages({ publicUrl: read.PUBLIC_URL, sampleOrigin: null });
      return { agents, agent, check: serviceChecks(citedPages, reader), close: () => citedPages.close() };
    },
  };
}

async function openStandIn(profile: Profile, { CLAIM_CHECK_MODEL }: { CLAIM_CHECK_MODEL: string }) {
  const standIn = createAgentsStandIn({ stepMs: STEP_MS, variety: { ...KEPT_VARIETY, profile } });
  await new Promise<void>((resolve) => standIn.server.listen(0, '127.0.0.1', resolve));
  const { port } = standIn.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const vendor = { ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY, ANTHROPIC_BASE_URL: baseUrl };
  const agents = openAgents(vendor, { agentName: EVALS_AGENT });
  const reader = openClaimReader({ ...vendor, CLAIM_CHECK: 'on', CLAIM_CHECK_MODEL });
  const citedPages = createCitedPages({ publicUrl: baseUrl, sampleOrigin: baseUrl });
  const close = async () => {
    await citedPages.close();
    await standIn.close();
  };
  return { agents, agent: await agents.provision(), check: serviceChecks(citedPages, reader), close };
}
