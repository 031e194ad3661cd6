import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { str } from 'envalid';
import { claimSettings } from '../../base/agent-settings';
import { PACKAGE_ROOT } from '../../base/package-root';
import { MAX_REPAIRS } from '../../base/work-limits';
import { sessionLimitSettings, sessionLimitsOf } from '../../base/run-settings';
import { readSettings, url } from '../../base/settings';
import { CLAIM_CHECK_BUDGET_MICROS, type ClaimReader } from '../../modules/findings/contract/agents';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn, type StandInOptions } from '../../stand-ins/agents/stand-in';
import { PROFILES, type Profile } from '../../stand-ins/agents/variety';
import { agentDefinition, DEFAULT_MODEL, definitionHash } from '../../vendors/agents/agent-definition';
import { isLoopback, openClaimReader, whyNoReader } from '../../vendors/agents/claim-reader';
import { openAgents } from '../../vendors/agents/open-agents';
import { createCitedPages } from '../../vendors/cited-pages/cited-pages';
import { serviceChecks, type Table } from './trial';

/** A separate agent for evals, so that evals never cause drift in a deployed agent. */
const EVALS_AGENT = 'newsletter-research-evals';

/** Settings that choose the provider. Without a key, the provider is the stand-in. */
const providerSettings = {
  ANTHROPIC_API_KEY: str({ default: undefined, desc: 'Key of the agent provider' }),
  ANTHROPIC_BASE_URL: url({ default: undefined, desc: 'Overrides the provider’s address' }),
};

const settings = {
  ...providerSettings,
  PUBLIC_URL: url({ default: 'https://noi.example', desc: 'Address that names the reader to the pages it fetches' }),
  ...claimSettings,
  ...sessionLimitSettings,
  EVALS_PROFILE: str<Profile>({
    choices: PROFILES,
    default: 'typical',
    desc: 'Misbehavior of the stand-in, to see that the measures tell a bad agent from a good one',
  }),
};

type Vendor = { ANTHROPIC_API_KEY: string; ANTHROPIC_BASE_URL: string | undefined };

const STEP_MS = 5;

/** Fixed stand-in settings for the stored result. Results with other settings cannot be compared. */
const KEPT_VARIETY = { seed: 0, sources: [6, 6], habits: 'usual', sites: 'shared' } as const;

/** Opens the real provider, or a stand-in in this process. */
async function openVendor(read: { [Name in keyof Vendor]: string | undefined }, standIn: StandInOptions) {
  const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } = read;
  if (ANTHROPIC_API_KEY !== undefined) {
    const vendor: Vendor = { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL };
    return { vendor, sampleOrigin: null, close: async () => undefined };
  }
  const { server, close } = createAgentsStandIn(standIn);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const sampleOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const vendor: Vendor = { ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY, ANTHROPIC_BASE_URL: sampleOrigin };
  return { vendor, sampleOrigin, close };
}

export type Provider = ReturnType<typeof providerOf>;

/** The real provider if ANTHROPIC_API_KEY is set, otherwise the stand-in. @throws Error naming unusable settings */
export function providerOf(env: NodeJS.ProcessEnv) {
  const read = readSettings(settings, env);
  const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, CLAIM_CHECK_MODEL } = read;
  const costs = ANTHROPIC_API_KEY !== undefined;
  const reads = !costs || whyNoReader({ ...read, ANTHROPIC_API_KEY }) === null;
  const host = ANTHROPIC_BASE_URL ? new URL(ANTHROPIC_BASE_URL).hostname : 'anthropic';
  return {
    /** `stand-in`, or the provider's host. */
    name: costs ? host : 'stand-in',
    costs,
    definition: definitionHash(agentDefinition(DEFAULT_MODEL, EVALS_AGENT)),
    /** The most that one session may spend without --budget, in millionths of a dollar. */
    budgetMicros: sessionLimitsOf(read).runBudgetMicros,
    /** Additional cost of the second reader per session. */
    readerMicros: costs && reads ? (MAX_REPAIRS + 1) * CLAIM_CHECK_BUDGET_MICROS : 0,
    maxRepairs: MAX_REPAIRS,
    /** Model that judges claims, `stand-in` for the stand-in's fixed logic, or null without a judge. */
    reader: !costs ? 'stand-in' : reads ? CLAIM_CHECK_MODEL : null,
    /** Provisions the evals' agent and opens the clients for sessions and checks. */
    async open(): Promise<Pick<Table, 'agents' | 'agent' | 'check'> & { close: () => Promise<void> }> {
      const variety = { ...KEPT_VARIETY, profile: read.EVALS_PROFILE };
      const { vendor, sampleOrigin, close } = await openVendor(read, { stepMs: STEP_MS, variety });
      const agents = openAgents(vendor, { agentName: EVALS_AGENT });
      const reader = reads ? openClaimReader({ ...vendor, CLAIM_CHECK: 'on', CLAIM_CHECK_MODEL }) : null;
      const citedPages = createCitedPages({ publicUrl: sampleOrigin ?? read.PUBLIC_URL, sampleOrigin });
      return {
        agents,
        agent: await agents.provision(),
        check: serviceChecks(citedPages, reader),
        async close() {
          await citedPages.close();
          await close();
        },
      };
    },
  };
}

export type ReaderPlace = ReturnType<typeof readerPlaceOf>;

const LIST = join(PACKAGE_ROOT, 'vendors', 'agents', 'measured-readers.json');

/** The configured second reader; see {@link providerOf}. @throws Error naming unusable settings */
export function readerPlaceOf(env: NodeJS.ProcessEnv) {
  const read = readSettings({ ...providerSettings, CLAIM_CHECK_MODEL: claimSettings.CLAIM_CHECK_MODEL }, env);
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address, CLAIM_CHECK_MODEL } = read;
  const ofModel = address ? `${CLAIM_CHECK_MODEL} at ${new URL(address).hostname}` : CLAIM_CHECK_MODEL;
  const isStandIn = key === undefined || isLoopback(address);
  return {
    name: !isStandIn ? ofModel : key === undefined ? 'the stand-in' : `the stand-in at ${address}`,
    /** The model that judges; null if a stand-in judges, whatever model is configured. */
    model: isStandIn ? null : CLAIM_CHECK_MODEL,
    list: LIST,
    async open(): Promise<{ reader: ClaimReader; close: () => Promise<void> }> {
      const { vendor, close } = await openVendor(read, {});
      return { reader: openClaimReader({ ...vendor, CLAIM_CHECK: 'on', CLAIM_CHECK_MODEL }), close };
    },
  };
}
