import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const LOOPBACK = '127.0.0.1';
const READ_WITHIN_MS = 1_000;

/** Page of the Temporal SDK's own metrics, which its native part serves by itself. */
export interface SdkMetrics {
  /** Address for the native part to serve them at: loopback, since the process's own page has them too. */
  address: string;
  /** The metrics in Prometheus' text format. @throws Error if the native part does not answer */
  page(): Promise<string>;
}

/** Chooses a free port of this machine for the metrics of the Temporal SDK, which cannot report the port it got. */
export async function chooseSdkMetrics(): Promise<SdkMetrics> {
  const address = `${LOOPBACK}:${await freePort()}`;
  return {
    address,
    async page() {
      const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(READ_WITHIN_MS) });
      if (!response.ok) throw new Error(`the metrics of the Temporal SDK answered ${response.status}`);
      return response.text();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, LOOPBACK, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
