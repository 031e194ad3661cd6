/** An event as its reader gets it; `comment` where there is none. */
export interface StreamEvent {
  event: string;
  data: string;
  /** Id after which its reader resumes; undefined where it has none. */
  id?: string;
}

/** Opens a stream of server-sent events as a browser does. */
export async function openEvents(url: string, headers: Record<string, string>) {
  const leaving = new AbortController();
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const fields = Object.fromEntries(text.slice(0, end).split('\n').map(parsed));
        text = text.slice(end + 2);
        if (fields.event ?? fields.comment) {
          const { event = 'comment', data = '', id } = fields;
          return { event, data, ...(id !== undefined && { id }) };
        }
        continue;
      }
      const read = await reader?.read();
      if (!read || read.done) return null;
      text += read.value;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    /** Next event or comment; null once the server has ended the stream. */
    next,
    /** Rest of the stream to its end. */
    async rest() {
      const events: StreamEvent[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    close: () => leaving.abort(),
  };
}

function parsed(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon) || 'comment', line.slice(colon + 1).trim()];
}
