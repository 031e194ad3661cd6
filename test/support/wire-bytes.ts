import { get } from 'node:http';
import type { TestApi } from './api';
import { eventually } from './eventually';

/** Most bytes that a page may take over the wire with nothing in the cache; typefaces are not counted. */
export const MOST_PAGE_BYTES = 100_000;

/** Bytes over the wire of a page and every file that it loads but typefaces, for a browser that has a cookie. */
export async function wireBytes(api: TestApi, path: string, cookie: string): Promise<number> {
  const { text } = await sent(api, path, cookie);
  const files = [...text.matchAll(/<(?:script|img)\b[^>]* src="([^"]+)"/g)].map(([, src]) => src!);
  for (const [link] of text.matchAll(/<link\b[^>]*>/g)) {
    if (/rel="(stylesheet|icon)"/.test(link)) files.push(/href="([^"]+)"/.exec(link)![1]!);
  }
  let bytes = 0;
  // What is loaded twice is sent once; a data: address is part of the page.
  for (const file of new Set([path, ...files].filter((one) => one.startsWith('/')))) {
    bytes += (await sent(api, file.replaceAll('&amp;', '&'), cookie)).bytes;
  }
  return bytes;
}

/** An answer as a browser gets it, with the bytes of its body before they are decompressed, and its text in full. */
async function sent(api: TestApi, path: string, cookie: string): Promise<{ bytes: number; text: string }> {
  const headers = { cookie, accept: 'text/html' };
  // A machine that is busy with something else answers late: the same request again, as browsers do.
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
