import type { Call } from './call.ts';
import { NoiError } from './error.ts';
import { sleep } from './send.ts';
import type { RunEvent } from './types.ts';

/** Where to resume and how to stop. */
export interface EventOptions {
  /** Id of the last handled event. Without it, the stream starts at the beginning of the run. */
  lastEventId?: string;
  signal?: AbortSignal | undefined;
}

/** A stream that is silent for this long is abandoned. The API sends at least a comment every 10 s. */
const SILENCE_MS = 30_000;
const PAUSE_MS = 2_000;
const PATIENT_RETRIES = 20;

/**
 * Yields a run's events until the run has ended. Reconnects after the last event if the stream breaks.
 * @throws NoiError if the API refuses the stream
 */
export async function* runEvents(
  call: Call,
  runId: string,
  { lastEventId, signal }: EventOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  let after = lastEventId;
  for (;;) {
    const silence = new AbortController();
    try {
      const response = await call.response('GET /v1/runs/{id}', {
        path: { id: runId },
        headers: { Accept: 'text/event-stream', ...(after !== undefined && { 'Last-Event-ID': after }) },
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
        maxRetries: PATIENT_RETRIES,
      });
      if (response.status === 204) return;
      for await (const event of eventsOf(response, () => silence.abort())) {
        after = event.id ?? after;
        yield event;
        if (event.event === 'end') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NoiError) throw error;
    } finally {
      silence.abort();
    }
    await sleep(PAUSE_MS * (0.5 + Math.random()), signal);
  }
}

/** Events of one stream. Calls `giveUp` if the stream is silent for too long. */
async function* eventsOf({ body }: Response, giveUp: () => void): AsyncGenerator<RunEvent, void, undefined> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const timer = setTimeout(giveUp, SILENCE_MS);
    const { value, done } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
}

/** The event in a block of lines (HTML standard, 9.2.6); null for comments. */
function eventOf(block: string): RunEvent | null {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const [, name, value] = /^(event|id|data): ?(.*)$/.exec(line) ?? [];
    if (name) fields[name] = value!;
  }
  const { event, id, data } = fields;
  if (!event || !data) return null;
  return { event, ...(id !== undefined && { id }), data: JSON.parse(data) } as RunEvent;
}
