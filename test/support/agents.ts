import type { AddressInfo } from 'node:net';
import type { Habits as Documented } from '../../stand-ins/agents/faults';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn, type StandInOptions } from '../../stand-ins/agents/stand-in';
import type { Habits, Profile, Sites } from '../../stand-ins/agents/variety';
import type { NameAnswer, PageEffect } from '../../stand-ins/web/web';
import type { AgentSettings } from '../../vendors/agents/open-agents';
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

/** How the stand-in picks the samples for later sessions. */
interface Variety {
  seed?: number;
  sources?: [least: number, most: number];
  profile?: Profile;
  habits?: Habits;
  sites?: Sites;
}

/** Wraps the control API of the agent stand-in at `url`. */
export function controlAgents(url: string, close: () => Promise<void>) {
  const control = async <T = void>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/_control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`stand-in: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const sessions = () => control<ControlledSession[]>('GET', 'sessions');
  // Settings with which the product uses this stand-in.
  const settings: Pick<AgentSettings, 'ANTHROPIC_API_KEY' | 'ANTHROPIC_BASE_URL'> = {
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    ANTHROPIC_BASE_URL: url,
  };
  return {
    url,
    settings,
    close,
    /** Sets up a fault (stand-ins/README.md). */
    fault: (match: string, effect: string, times = 1, delayMs?: number) =>
      control('POST', 'faults', { match, effect, times, delayMs }),
    /** Makes sessions whose task contains `task` break a findings rule the given number of times. */
    breakRule: (task: string, rule: string, times: number) =>
      control('POST', 'faults', { match: `task:${task}`, effect: 'invalid_findings', rule, times }),
    clearFaults: () => control('DELETE', 'faults'),
    /** Waits until every fault has occurred the requested number of times. */
    allFaultsTaken: () =>
      eventually('every fault has struck', async () =>
        (await control<{ times: number }[]>('GET', 'faults')).every(({ times }) => times === 0),
      ),
    pace: (stepMs: number) => control('POST', 'pace', { stepMs }),
    /** Changes documented behavior from its default. If called without an argument, restores the default. */
    habits: (set?: Partial<Documented>) => (set ? control('POST', 'habits', set) : control('DELETE', 'habits')),
    variety: (set: Variety) => control('POST', 'variety', set),
    /** Makes a page of the sample web misbehave instead of loading. */
    page: (address: string, effect: PageEffect) => control('POST', 'pages', { url: address, effect }),
    /** Sets the domain registry's response for a domain. */
    nameAnswer: (domain: string, answer: NameAnswer) => control('POST', 'names', { domain, answer }),
    namesAsked: () => control<string[]>('GET', 'names'),
    /** Pages that the service requested. */
    visits: () => control<string[]>('GET', 'visits'),
    /** Claims sent to the second reader, with its judgments, oldest first. */
    claimsAsked: () => control<{ claim: string; judgement: string | null }[]>('GET', 'messages'),
    /** Sessions started for a run, or for one candidate of a search (`<runId>/<candidateId>`). */
    sessionsOf: async (runId: string) => (await sessions()).filter(({ metadata }) => metadata.reference === runId),
    /** Sessions started for the candidates of a search. */
    sessionsBelow: async (runId: string) =>
      (await sessions()).filter(({ metadata }) => metadata.reference.startsWith(`${runId}/`)),
  };
}

/** The agent stand-in on loopback, with its control API as functions. */
export type TestAgents = ReturnType<typeof controlAgents>;

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
