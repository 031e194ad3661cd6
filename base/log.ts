import { pino, type DestinationStream, type Logger } from 'pino';
import { currentTraceId } from './origin';

/** Maximum size of a log line in bytes (docs/operations.md, Logs and traces). Collectors cut or drop longer lines. */
export const MAX_LINE_BYTES = 16_000;

/** Lines up to this length are parsed and shortened. Longer lines are cut off. */
const MAX_READ = 4_000_000;

/** Limits for shortening a line, tried in this order: characters per string, members per object or list. */
const SIZES = [
  { text: 2_000, members: 50 },
  { text: 300, members: 20 },
  { text: 60, members: 10 },
] as const;
const MAX_DEPTH = 6;

/** Creates a log of JSON lines of at most {@link MAX_LINE_BYTES}. Shortens longer lines and adds `truncatedFrom`. */
export function createLog(level: string, process: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    mixin: traceOf,
    mixinMergeStrategy: joined,
    hooks: { streamWrite: boundedLine },
  };
  return destination ? pino(options, destination) : pino(options);
}

const UNTRACED = Object.freeze({});

function traceOf(): { traceId?: string } {
  const traceId = currentTraceId();
  return traceId === undefined ? UNTRACED : { traceId };
}

// Pino's default merge would copy every line, even if there is no trace to add.
function joined(entry: object, trace: object): object {
  return trace === UNTRACED ? entry : { ...trace, ...entry };
}

function boundedLine(line: string): string {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const entry = readLine(line);
  for (const size of SIZES) {
    const cut = `${JSON.stringify({ ...(shrink(entry, size, 0) as object), truncatedFrom: line.length })}\n`;
    if (Buffer.byteLength(cut) <= MAX_LINE_BYTES) return cut;
  }
  return `${JSON.stringify({ level: 50, msg: 'a log line was too large and was dropped', truncatedFrom: line.length })}\n`;
}

function readLine(line: string): unknown {
  if (line.length > MAX_READ) return { msg: line.slice(0, SIZES[0].text) };
  try {
    return JSON.parse(line);
  } catch {
    return { msg: line.slice(0, SIZES[0].text) };
  }
}

function shrink(value: unknown, size: (typeof SIZES)[number], depth: number): unknown {
  if (typeof value === 'string') return value.length <= size.text ? value : `${value.slice(0, size.text)}…`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.slice(0, size.members).map((item) => shrink(item, size, depth + 1));
  const members = Object.entries(value).slice(0, size.members);
  return Object.fromEntries(members.map(([name, item]) => [name.slice(0, 100), shrink(item, size, depth + 1)]));
}

/** Tracks the availability of one dependency in the log. */
export interface Outage {
  /** Reports a failed call. Logs the first failure of an outage and counts the rest. */
  failed(error: unknown): void;
  /** Reports a successful call. Ends an outage, and logs its duration and its number of failed calls. */
  answered(): void;
}

const PROBE_EVERY_MS = 1_000;

/** Logs the start and end of an outage of `part`. `probe` or the next successful call detects the end. */
export function watchOutage(log: Logger, part: string, probe?: () => Promise<unknown>): Outage {
  let outage: { since: number; failures: number } | null = null;
  const outages: Outage = {
    failed(error) {
      if (outage) {
        outage.failures++;
        return;
      }
      outage = { since: Date.now(), failures: 1 };
      log.error({ part, err: error }, `${part} does not answer; calls are refused or retried until it does`);
      if (probe) poll();
    },
    answered() {
      if (!outage) return;
      const { since, failures } = outage;
      outage = null;
      log.warn({ part, awayMs: Date.now() - since, failures }, `${part} answers again`);
    },
  };
  const poll = (): void => {
    setTimeout(() => void probe!().then(outages.answered, poll), PROBE_EVERY_MS).unref();
  };
  return outages;
}
