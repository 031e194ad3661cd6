import { spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { PACKAGE_ROOT } from '../../base/package-root';
import type { TestApi } from './api';
import { eventually } from './eventually';

/** Visible text of the HTML: no tags, entities decoded. */
export const textOfHtml = (html: string): string => DomUtils.textContent(parseDocument(html));

const READER = join(PACKAGE_ROOT, 'test', 'support', 'children', 'pdf-text.mjs');

/**
 * Extracts the text of each PDF page without white space, because line breaks depend on the layout. Runs in a child
 * process because pdfjs-dist is an ES module, which Jest does not load.
 */
export function pdfPages(pdf: Buffer): string[] {
  return readPdf(pdf).map(withoutSpace);
}

/** The accessibility tags of each PDF page, as JSON. Screen readers use them. */
export function pdfTags(pdf: Buffer): string[] {
  return readPdf(pdf, '--tags');
}

function readPdf(pdf: Buffer, ...options: string[]): string[] {
  const bounds = { input: pdf, maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [READER, ...options], bounds);
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as string[];
}

/** Normalizes text for comparison with {@link pdfPages}. */
export function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** Limit for the bytes that a page transfers with an empty cache, not counting fonts. */
export const MOST_PAGE_BYTES = 100_000;

/** Bytes that a browser with this cookie receives for a page and all files that the page loads, except fonts. */
export async function wireBytes(api: TestApi, path: string, cookie: string): Promise<number> {
  const { text } = await sent(api, path, cookie);
  const files = [...text.matchAll(/<(?:script|img)\b[^>]* src="([^"]+)"/g)].map(([, src]) => src!);
  for (const [link] of text.matchAll(/<link\b[^>]*>/g)) {
    if (/rel="(stylesheet|icon)"/.test(link)) files.push(/href="([^"]+)"/.exec(link)![1]!);
  }
  let bytes = 0;
  // A file referenced twice is sent once, and a data: URL is part of the page.
  for (const file of new Set([path, ...files].filter((one) => one.startsWith('/')))) {
    bytes += (await sent(api, file.replaceAll('&amp;', '&'), cookie)).bytes;
  }
  return bytes;
}

/** Fetches a path as a browser does. Returns the bytes on the wire and the decoded text. */
async function sent(api: TestApi, path: string, cookie: string): Promise<{ bytes: number; text: string }> {
  const headers = { cookie, accept: 'text/html' };
  // A busy machine may return 503; repeat the request as browsers do.
  const whole = await eventually(path, async () => {
    const answer = await fetch(api.url + path, { headers });
    if (!answer.ok && answer.status !== 503) throw new Error(`${path}: ${answer.status}`);
    return answer.ok && answer;
  });
  const bytes = await new Promise<number>((resolve, reject) => {
    get(api.url + path, { headers: { ...headers, 'accept-encoding': 'gzip, br' } }, (answer) => {
      let received = 0;
      answer.on('data', (chunk: Buffer) => (received += chunk.length)).on('end', () => resolve(received));
    }).on('error', reject);
  });
  return { bytes, text: await whole.text() };
}

/** A server-sent event as its reader receives it. A comment has the event name `comment`. */
export interface StreamEvent {
  event: string;
  data: string;
  /** ID from which a reader can resume; undefined if the event has no ID. */
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

/** Value of one series in Prometheus' text format; undefined if the series is missing. */
export function valueOf(page: string, series: string): number | undefined {
  const line = page.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1).replace('+Inf', 'Infinity'));
}

export async function readPage(metricsUrl: string): Promise<string> {
  const response = await fetch(`${metricsUrl}/metrics`);
  return response.text();
}

/** Reads a health endpoint: its status and the names of failed checks. */
export async function readHealth(
  metricsUrl: string,
  page: 'live' | 'ready',
): Promise<{ status: number; failed: string[] }> {
  const response = await fetch(`${metricsUrl}/health/${page}`);
  const { checks } = (await response.json()) as { checks: { name: string; status: string }[] };
  return {
    status: response.status,
    failed: checks.filter((check) => check.status === 'failed').map(({ name }) => name),
  };
}
