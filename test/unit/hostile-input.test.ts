import { analyse } from 'scslre';
import { Failure } from '../../base/failures';
import { cleanText } from '../../http/clean-text';
import { receiverUrl } from '../../modules/webhooks/use-cases/receiver-url';
import { pageText } from '../../vendors/cited-pages/page-text';
import { patternsIn, patternsMadeByApi, type SourcePattern } from '../support/sources';

/** Folders whose code reads input from requests, providers, agents or cited pages. */
const ROOMS = ['base', 'modules', 'http', 'api', 'web', 'server', 'vendors', 'activities', 'worker', 'admin'];

/** Files whose patterns may backtrack, and why that is harmless. */
const HARMLESS = [
  // In each of these patterns, whatever follows a run of characters always matches, so the pattern never backtracks.
  'modules/dossiers/model/evidence-model.ts',
  'modules/findings/rules/prose.ts',
  'base/plain-text.ts',
  // These patterns only read our own strings, at startup.
  'modules/dossiers/model/wording.ts',
  'modules/dossiers/typefaces.ts',
  'web/developers/reference/operation-view.ts',
];

/** True if a near match can take more than linear time, according to the pattern's structure. */
const canBacktrack = ({ source, flags }: RegExp) => analyse({ source, flags }).reports.length > 0;

test('uses no pattern that can backtrack on foreign text', () => {
  const patterns = new Map<string, SourcePattern>();
  for (const each of [...patternsIn(ROOMS), ...patternsMadeByApi()]) patterns.set(String(each.pattern), each);
  expect(patterns.size).toBeGreaterThan(300);
  const places = [...patterns.values()].filter(({ pattern }) => canBacktrack(pattern)).map(({ place }) => place);
  expect([...new Set(places)].toSorted()).toEqual(HARMLESS.toSorted());
});

test('refuses more than thirty combining marks in a row, because NFC sorts them quadratically', () => {
  const marked = (count: number) => `A newsletter on heat pumps and on a${'\u0301'.repeat(count)}`;
  expect(() => cleanText(marked(31))).toThrow(Failure);
  expect(() => cleanText(marked(30))).not.toThrow();
});

test('stops reading a cited page that is nested too deep, and keeps the text before it', async () => {
  const page = `<p>Before it.</p>${'<div>'.repeat(3_000)}Within it.`;
  const read = (await pageText(Buffer.from(page), 'text/html'))!;
  expect(read).toMatchObject({ state: 'shell' });
  expect(read.text).toContain('Before it.');
  expect(read.text).not.toContain('Within it.');
});

test.each([
  'https://localhost./',
  'https://localhost%2e/',
  'https://127.1/',
  'https://[::ffff:7f00:1]/',
  'https://168.63.129.16/',
  'https://metadata.google.internal./',
  'https://intranet/',
  'https://router.home.arpa/',
])('sends no webhook to %s', (url) => {
  const refused = { public: { errors: [{ code: 'private_address' }] } };
  const send = () => Promise.resolve().then(() => receiverUrl(url, { allowPrivate: false, ports: [443] }));
  return expect(send()).rejects.toMatchObject(refused);
});
