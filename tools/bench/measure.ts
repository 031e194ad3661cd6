import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';

/** What was measured: ours by the floor, as medians of rounds, and the bound that we set ourselves. */
export interface Row {
  name: string;
  ratio: number;
  target: { atLeast: number } | { atMost: number };
  detail: string;
}

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

/** Measures both sides alternately after rounds that warm them up, since what has more code takes V8 longer to compile. */
export async function compare(
  name: string,
  target: Row['target'],
  sides: { ours: () => Promise<number>; floor: () => Promise<number>; unit: string; warmUps?: number },
): Promise<Row> {
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
  const detail = [ours!, floor!].map((figures) => `${median(figures).toFixed(2)} ${sides.unit}`).join(' / ');
  return { name, target, ratio: median(ours!.map((figure, round) => figure / floor![round]!)), detail };
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

/** Prints rows as a table with what they were measured on. */
export function printTable(rows: readonly Row[]): void {
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  for (const { name, ratio, target, detail } of rows) {
    const [bound, isMet] =
      'atLeast' in target
        ? [`>= ${target.atLeast}`, ratio >= target.atLeast]
        : [`<= ${target.atMost}`, ratio <= target.atMost];
    console.log(`${name.padEnd(50)} ${ratio.toFixed(2)}  ${bound.padEnd(7)} ${isMet ? 'met   ' : 'MISSED'}  ${detail}`);
  }
}
