import type { AgentSettings } from '../../providers/agents/open-agents';
import type { AddressInfo } from 'node:net';
import type { PageEffect } from '../../stand-ins/web/web';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn, type StandInOptions } from '../../stand-ins/agents/stand-in';
import type { Habits, Profile, Sites } from '../../stand-ins/agents/variety';
import { eventually } from './eventually';
import { closedAtEnd } from './leftovers';

/** A session as the stand-in's control surface reports it. */
export interface ControlledSession {
  id: string;
  status: string;
  phase: string;
  archived: boolean;
  metadata: { reference: string };
  task: string;
  submissions: number;
  events: number;
  /** Cost in US cents so far. */
  usage: { list_cost: { amount: string } };
  answers: { accepted: boolean; text: string }[];
}

/** The agent stand-in on loopback, with its control surface as functions. */
export interface TestAgents {
  url: string;
  /** Settings of a product that uses it. */
  settings: Pick<AgentSettings, 'ANTHROPIC_API_KEY' | 'ANTHROPIC_BASE_URL'>;
  /** Arms a fault (docs/interface.md, Local stand-ins). */
  fault(match: string, effect: string, times?: number, delayMs?: number): Promise<void>;
  /** Disarms all faults. */
  clearFaults(): Promise<void>;
  /** Waits until every armed fault has struck as often as it should. */
  allFaultsTaken(): Promise<unknown>;
  /** Makes sessions whose task holds a text break one rule of findings, `times` times. */
  breakRule(task: string, rule: string, times: number): Promise<void>;
  pace(stepMs: number): Promise<void>;
  /** Sets what is drawn for the samples of sessions to come. */
  variety(set: {
    seed?: number;
    sources?: [least: number, most: number];
    profile?: Profile;
    habits?: Habits;
    sites?: Sites;
  }): Promise<void>;
  /** Makes a page of the sample web do something else than be there. */
  page(url: string, effect: PageEffect): Promise<void>;
  /** Pages that the service asked for. */
  visits(): Promise<string[]>;
  /** Sessions started for a run, or for one candidate of a search by `<runId>/<candidateId>`. */
  sessionsOf(runId: string): Promise<ControlledSession[]>;
  /** Claims that the second reader was asked about, with its judgements, oldest first. */
  claimsAsked(): Promise<{ claim: string; judgement: string | null }[]>;
  /** Sessions started for the candidates of a search. */
  sessionsBelow(runId: string): Promise<ControlledSession[]>;
  close(): Promise<void>;
}

/** Control functions of a stand-in at an address. */
export function controlAgents(url: string, close: () => Promise<void>): TestAgents {
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`stand-in: ${await response.text()}`);
    return response.json();
  };
  const sessions = async () => (await control('GET', 'sessions')) as ControlledSession[];
  return {
    url,
    settings: { ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY, ANTHROPIC_BASE_URL: url },
    close,
    breakRule: async (task, rule, times) =>
      void (await control('POST', 'faults', { match: `task:${task}`, effect: 'invalid_findings', rule, times })),
    fault: async (match, effect, times = 1, delayMs) =>
      void (await control('POST', 'faults', { match, effect, times, delayMs })),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    allFaultsTaken: () =>
      eventually('every fault has struck', async () =>
        ((await control('GET', 'faults')) as { times: number }[]).every(({ times }) => times === 0),
      ),
    pace: async (stepMs) => void (await control('POST', 'pace', { stepMs })),
    variety: async (set) => void (await control('POST', 'variety', set)),
    page: async (address, effect) => void (await control('POST', 'pages', { url: address, effect })),
    visits: async () => (await control('GET', 'visits')) as string[],
    claimsAsked: async () => (await control('GET', 'messages')) as { claim: string; judgement: string | null }[],
    sessionsOf: async (runId) => (await sessions()).filter(({ metadata }) => metadata.reference === runId),
    sessionsBelow: async (runId) =>
      (await sessions()).filter(({ metadata }) => metadata.reference.startsWith(`${runId}/`)),
  };
}

/** Starts a stand-in in this process. */
export async function startAgents(options: StandInOptions = { stepMs: 5 }): Promise<TestAgents> {
  const standIn = createAgentsStandIn(options);
  await new Promise<void>((resolve) => standIn.server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(standIn.server.address() as AddressInfo).port}`;
  return controlAgents(
    url,
    closedAtEnd(() => standIn.close()),
  );
}
