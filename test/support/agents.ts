import type { AddressInfo } from 'node:net';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn, type StandInOptions } from '../../local/agents/stand-in';

/** What the stand-in's control surface says of a session. */
export interface ControlledSession {
  id: string;
  status: string;
  phase: string;
  archived: boolean;
  metadata: { reference: string };
  submissions: number;
  answers: { accepted: boolean; text: string }[];
}

/** The agent stand-in on loopback, with its control surface as functions. */
export interface TestAgents {
  url: string;
  key: string;
  /** Arms a fault (contract.md, Local stand-ins). */
  fault(match: string, effect: string, times?: number, delayMs?: number): Promise<void>;
  pace(stepMs: number): Promise<void>;
  /** Sessions that were started for a run; for one candidate of a search by `<runId>/<candidateId>`. */
  sessionsOf(runId: string): Promise<ControlledSession[]>;
  /** Sessions that were started for the candidates of a search. */
  sessionsBelow(runId: string): Promise<ControlledSession[]>;
  close(): Promise<void>;
}

/** Control functions for a stand-in that listens somewhere. */
export function controlAgents(url: string, close: () => Promise<void>): TestAgents {
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`stand-in: ${await response.text()}`);
    return response.json();
  };
  const sessions = async () => (await control('GET', 'sessions')) as ControlledSession[];
  return {
    url,
    key: AGENTS_STAND_IN_KEY,
    close,
    fault: async (match, effect, times = 1, delayMs) =>
      void (await control('POST', 'faults', { match, effect, times, delayMs })),
    pace: async (stepMs) => void (await control('POST', 'pace', { stepMs })),
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
  return controlAgents(url, () => standIn.close());
}
