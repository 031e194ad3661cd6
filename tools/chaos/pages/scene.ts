import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readClusterFile, type ClusterFile } from '../../../local/cluster/file';
import { trust } from '../../../stand-ins/internet/trust';
import { call, createEvaluation, IDEA } from '../../../test/support/api';
import { eventually } from '../../../test/support/eventually';
import type { Shell } from './shell';

/** Longer than any part takes to come back, together with a run. */
const WITHIN_MS = 600_000;

/** A running cluster, somebody who uses it, and the shell of its operator. */
export interface Scene {
  shell: Shell;
  cluster(): ClusterFile;
  /** Starts an evaluation and returns its id, once a request is taken. */
  begin(): Promise<string>;
  /** Waits until a run has one of these states; `unknown` where nobody knows it. @throws Error where it ends in another, or not in time */
  reaches(runId: string, ...states: string[]): Promise<void>;
  /** Waits until callers are answered. */
  answers(): Promise<void>;
}

/** @throws Error where no cluster runs there */
export function openScene(path: string, shell: Shell): Scene {
  const cluster = () => {
    const file = readClusterFile(path);
    if (!file) throw new Error(`${path} is missing: no cluster runs there`);
    return file;
  };
  const { proxy, internet, keys, account } = cluster();
  // A cluster of 1.0.0 has none: its address is http.
  if (internet) trust(readFileSync(internet.authority, 'utf8'));
  const api = { url: proxy };
  const customer = { apiKey: keys.live, accountId: account.id };
  return {
    shell,
    cluster,
    async begin() {
      const key = randomUUID();
      const taken = await eventually(
        'a request for a run is taken',
        async () => {
          const answer = await createEvaluation(api, customer, key, { idea: `${IDEA}, ${key}` });
          return answer.status === 202 && answer;
        },
        WITHIN_MS,
      );
      return taken.body.runId;
    },
    async reaches(runId, ...states) {
      let status: string | undefined;
      const over = ['completed', 'failed', 'canceled', 'expired', 'unknown', ...states];
      const read = () => call<{ status: string }>(api, 'GET', `/v1/runs/${runId}`, { key: keys.live });
      await eventually(
        `run ${runId} is ${states.join(' or ')}`,
        async () => {
          const answer = await read().catch(() => null);
          if (answer?.status === 404) status = 'unknown';
          if (answer?.status === 200) ({ status } = answer.body);
          return status !== undefined && over.includes(status);
        },
        WITHIN_MS,
      );
      if (!states.includes(status!)) throw new Error(`Run ${runId} is ${status}, not ${states.join(' or ')}.`);
    },
    async answers() {
      const ready = () =>
        fetch(`${proxy}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      await eventually('callers are answered', ready, WITHIN_MS);
    },
  };
}
