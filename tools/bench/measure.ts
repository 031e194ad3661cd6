import { Agent, request } from 'node:http';

/** POST request with a JSON body. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: object;
}

const ROUNDS = 5;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** Bound that we set ourselves for a ratio. */
type Bound = readonly ['>=' | '<=', number];

/**
 * Ratio of ours by the floor, as the median of rounds, in a line beside its bound and the figures of both. Measures both
 * sides alternately after rounds that warm them up, since what has more code takes V8
 * longer to compile.
 */
export async function compare(
  name: string,
  [direction, bound]: Bound,
  sides: { ours: () => Promise<number>; floor: () => Promise<number>; unit: string; warmUps?: number },
): Promise<string> {
  const [ours, floor]: number[][] = [[], []];
  const warmUps = sides.warmUps ?? 1;
  for (let round = -warmUps; round < ROUNDS; round++) {
    // The order alternates, so that neither side always runs on the warmer machine.
    const early = round % 2 === 0 ? await sides.ours() : null;
    const least = await sides.floor();
    const figure = early ?? (await sides.ours());
    if (round < 0) continue;
    ours!.push(figure);
    floor!.push(least);
  }
  const ratio = median(ours!.map((figure, round) => figure / floor![round]!));
  const isMet = direction === '>=' ? ratio >= bound : ratio <= bound;
  const figures = [ours!, floor!].map((side) => `${median(side).toFixed(2)} ${sides.unit}`).join(' / ');
  return `${name.padEnd(50)} ${ratio.toFixed(2)} ${direction} ${bound} ${isMet ? 'met' : 'MISSED'} (${figures})`;
}

// `fetch` costs several times more than the measured servers; a plain request over a kept connection does not.
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Runs `connections` closed loops of POSTs; resolves with the median milliseconds until a response was received. */
export async function closedLoop(count: number, connections: number, next: () => Post): Promise<number> {
  const times: number[] = [];
  let left = count;
  const loop = async () => {
    while (left-- > 0) times.push(await timedPost(next()));
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return median(times);
}

function timedPost({ url, headers, body }: Post): Promise<number> {
  const bytes = Buffer.from(JSON.stringify(body));
  const length = { 'content-type': 'application/json', 'content-length': bytes.length };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers: { ...length, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        if (response.statusCode! < 300) resolve(performance.now() - began);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject).end(bytes);
  });
}
