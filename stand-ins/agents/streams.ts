import type { ServerResponse } from 'node:http';
import { eventView } from './wire';
import type { SessionRecord } from './world';

/** Open event streams by session. */
export class Streams {
  private readonly open = new Map<string, Set<ServerResponse>>();

  /** Turns a response into a stream of new events only, as the provider does; history is a separate request. */
  attach(session: SessionRecord, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': stand-in\n\n');
    const listening = this.open.get(session.id) ?? new Set();
    this.open.set(session.id, listening.add(response));
    response.once('close', () => {
      listening.delete(response);
      if (listening.size === 0 && this.open.get(session.id) === listening) this.open.delete(session.id);
    });
  }

  /** Sends the event at `index` to all streams of the session. */
  send(session: SessionRecord, index: number): void {
    const listening = this.open.get(session.id);
    if (!listening) return;
    const event = eventView(session, index);
    const frame = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    for (const response of listening) response.write(frame);
  }
}
