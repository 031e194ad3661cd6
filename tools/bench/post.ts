import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** POST request with a JSON body. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: object;
}

// `fetch` costs several times more than the measured servers; a plain request over a kept connection does not.
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * Sends a POST and returns the milliseconds until its whole response was received.
 *
 * @throws Error for any response but 2xx
 */
export function timedPost({ url, headers, body }: Post): Promise<number> {
  const bytes = Buffer.from(JSON.stringify(body));
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': bytes.length, ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          if (response.statusCode! < 300) resolve(performance.now() - began);
          else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
        });
      },
    );
    sent.on('error', reject).end(bytes);
  });
}

/** Runs `connections` closed loops of POSTs and returns the milliseconds of each request. */
export async function closedLoop(count: number, connections: number, next: () => Post): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  const loop = async () => {
    while (left-- > 0) times.push(await timedPost(next()));
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return times;
}

/** Calls `send` at a fixed rate, however long each takes, and waits for all of them. */
export async function steadily(
  count: number,
  perSecond: number,
  send: (index: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const wait = began + (index * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sent.push(send(index));
  }
  await Promise.all(sent);
}
