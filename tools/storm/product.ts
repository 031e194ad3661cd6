import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { TEST_MAIL_WEBHOOK_SECRET, TEST_TOKEN_SECRETS } from '../../test/support/api';
import { prepareShop, type ShopProcesses } from '../../test/support/shop-processes';

/** Bodies that are under way at any time. */
export const AT_ONCE = 24;

/** Limit in bytes of a Problem. */
export const MAX_PROBLEM_BYTES = 16_000;

/** Limit of the process's growth. Without bounds one large error list took 2,200 MB, one bomb of the storm 50 MB. */
export const MAX_GROWTH_MB = 400;

/** What a POST was answered. */
export interface Heard {
  status: number;
  type: string;
  bytes: number;
}

/** A product that a storm is sent to; its limits do not interfere, its worker does not run. */
export interface StormyProduct extends ShopProcesses {
  /** POSTs these bytes. */
  send(path: string, bytes: Buffer, headers: Record<string, string>): Promise<Heard>;
  /** Resident memory of the API in MB; its peak if the system reports it. */
  residentMb(): number;
}

/** Starts the API with everything that a POST can ask for. */
export async function startStormyProduct(): Promise<StormyProduct> {
  const product = await prepareShop(
    { lifetime: '31m', grace: '5m', sweep: '10m' },
    {
      env: {
        LIMITS_SCALE: '100000',
        RESEND_API_KEY: 're_of_nobody',
        TOKEN_SECRET: TEST_TOKEN_SECRETS[0].value,
        RESEND_WEBHOOK_SECRET: TEST_MAIL_WEBHOOK_SECRET,
      },
    },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const close = async () => {
    agent.destroy();
    await product.close();
  };
  try {
    await product.api.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...product,
    send: (path, bytes, headers) => post(agent, product.api.url + path, bytes, headers),
    residentMb: () => residentMb(product.api.pid()!),
    close,
  };
}

function post(agent: Agent, url: string, bytes: Buffer, headers: Record<string, string>): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => (length += chunk.length));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', bytes: length }),
      );
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

function residentMb(pid: number): number {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
