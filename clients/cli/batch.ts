import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunBatch } from '../typescript/src/types';
import type { Context } from './listen';

const POLL_MS = 3_000;

/** Reads the items of a JSON Lines file. @throws Error with the number of the first line that is not an object */
export async function readItems(file: string): Promise<object[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, place) => (line.trim() === '' ? [] : [objectOf(line, `Line ${place + 1} of ${file}`)]));
}

function objectOf(line: string, what: string): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Invalid JSON is reported like a value that is not an object.
  }
  throw new Error(`${what} is not a JSON object.`);
}

/** Waits until a batch has ended and prints its results as JSON Lines. Returns true if every run completed. */
export async function waitForBatch(id: string, { noi, print, say, signal }: Context): Promise<boolean> {
  let said = '';
  for (;;) {
    const { status, counts } = await noi.batches.get(id, { signal });
    const text = wordsOf(counts);
    if (text !== said) say(text);
    said = text;
    if (status === 'ended') break;
    await sleep(POLL_MS, undefined, { signal });
  }
  const results = await noi.batches.results(id, { signal });
  for (const result of results) print(JSON.stringify(result));
  return results.every((result) => result.status === 'completed');
}

const wordsOf = (counts: RunBatch['counts']) =>
  Object.entries(counts)
    .flatMap(([name, count]) => (count > 0 ? `${count} ${name}` : []))
    .join(', ');
