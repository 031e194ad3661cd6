import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { str } from 'envalid';
import { CLAIM_CHECK_BUDGET_MICROS, type ClaimReader } from '../../contracts/claim-reader';
import { claimSettings } from '../../platform/claim-settings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { runSettings, sessionLimitSettings, sessionLimitsOf } from '../../platform/run-settings';
import { readSettings, url } from '../../platform/settings';
import { agentDefinition, DEFAULT_MODEL, definitionHash } from '../../providers/agents/agent-definition';
import { isLoopback, openClaimReader, whyNoReader } from '../../providers/agents/claim-reader';
import { openAgents } from '../../providers/agents/open-agents';
import { createCitedPages, type CitedPages } from '../../providers/cited-pages/cited-pages';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn } from '../../stand-ins/agents/stand-in';
import { PROFILES, type Profile } from '../../stand-ins/agents/variety';
import type { Table } from './play';
import { serviceChecks } from './service-checks';

/** Agent under which the evals run: one of their own, so that the deployed agent of a product never drifts. */
const EVALS_AGENT = 'newsletter-research-evals';

/** Settings that say who plays: without a key it is the stand-in. */
const providerSettings = {
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

type Vendor = { ANTHROPIC_API_KEY: string; ANTHROPIC_BASE_URL: string | undefined };

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
      const citedPages = createCitedPages({ publicUrl: read.PUBLIC_URL, sampleOrigin: null });
      return { ...(await openParts(vendor, citedPages, reader)), close: () => citedPages.close() };
    },
  };
}

async function openStandIn(profile: Profile, { CLAIM_CHECK_MODEL }: { CLAIM_CHECK_MODEL: string }) {
  const standIn = await listenStandIn({ stepMs: STEP_MS, variety: { ...KEPT_VARIETY, profile } });
  const address = standIn.vendor.ANTHROPIC_BASE_URL;
  const citedPages = createCitedPages({ publicUrl: address, sampleOrigin: address });
  return {
    ...(await openParts(standIn.vendor, citedPages, readerAt(standIn.vendor, CLAIM_CHECK_MODEL))),
    async close() {
      await citedPages.close();
      await standIn.close();
    },
  };
}

async function openParts(vendor: Vendor, citedPages: CitedPages, reader: ClaimReader | null) {
  const agents = openAgents(vendor, { agentName: EVALS_AGENT });
  return { agents, agent: await agents.provision(), check: serviceChecks(citedPages, reader) };
}

const readerAt = (vendor: Vendor, CLAIM_CHECK_MODEL: string) =>
  openClaimReader({ ...vendor, CLAIM_CHECK: 'on', CLAIM_CHECK_MODEL });

async function listenStandIn(options: Parameters<typeof createAgentsStandIn>[0]) {
  const { server, close } = createAgentsStandIn(options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const vendor = { ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` };
  return { vendor, close };
}

/** Second reader that `--claims` measures. */
export interface ReaderPlace {
  name: string;
  /** The model that is asked; null where a stand-in answers, whatever it is called. */
  model: string | null;
  /** File of the list of measured readers. */
  list: string;
  open(): Promise<{ reader: ClaimReader; close: () => Promise<void> }>;
}

const LIST = join(PACKAGE_ROOT, 'providers', 'agents', 'measured-readers.json');

/**
 * The reader as it is configured: with ANTHROPIC_API_KEY the model CLAIM_CHECK_MODEL, otherwise the stand-in in this
 * process.
 *
 * @throws Error naming the settings that are not usable
 */
export function readerPlaceOf(env: NodeJS.ProcessEnv): ReaderPlace {
  const read = readSettings({ ...providerSettings, CLAIM_CHECK_MODEL: claimSettings.CLAIM_CHECK_MODEL }, env);
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address, CLAIM_CHECK_MODEL } = read;
  if (key === undefined) {
    const open = async () => {
      const { vendor, close } = await listenStandIn({});
      return { reader: readerAt(vendor, CLAIM_CHECK_MODEL), close };
    };
    return { name: 'the stand-in', model: null, list: LIST, open };
  }
  const vendor = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address };
  const open = async () => ({ reader: readerAt(vendor, CLAIM_CHECK_MODEL), close: async () => undefined });
  if (isLoopback(address)) return { name: `the stand-in at ${address}`, model: null, list: LIST, open };
  const name = address ? `${CLAIM_CHECK_MODEL} at ${new URL(address).hostname}` : CLAIM_CHECK_MODEL;
  return { name, model: CLAIM_CHECK_MODEL, list: LIST, open };
}
