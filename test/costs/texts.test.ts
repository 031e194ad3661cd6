import type { TSchema } from '@sinclair/typebox';
import robotsParser from 'robots-parser';
import { checkedPlan, checkedSubmission } from '../../activities/check-submission';
import { bareAddress, normalMailbox } from '../../base/email-address';
import { vendorMessage } from '../../base/plain-text';
import { browserWords } from '../../http/browser/device';
import { Submission } from '../../modules/findings/contract/findings';
import { cleanText, withoutLeaks } from '../../modules/findings/text/model-output';
import { createPageSearch } from '../../modules/findings/text/quotation';
import { pageText } from '../../vendors/cited-pages/page-text';
import { findingsFixture } from '../support/findings';
import { growingTooFast, leastCpu } from '../support/measures';

// CPU time must not grow faster than the text, for any kind of text: four times the text may take about four times the
// CPU.

const WORDS = ' |a|a |.|a.|@|a@|a@b.|-|:|"|“|(|/|%41|1|1 |+1|é|\u0301|\n|😀|a b c d |. a|\n\n'.split('|');
const MARKUP = (
  '<|<a |<a href="|<div>|</div>|<p hidden>|<div class="a b" style="display:none">|<table><tr><td>|<!--|<script>|' +
  '<style>|<title>|<![CDATA[|<meta name="date" content="2026-|&amp;|&#|<sup>1</sup>'
).split('|');
const ROBOTS = 'User-agent: *\nDisallow: /*a*a*a$\n|Disallow: /*|*|Allow: /a\n|\n|#|:|User-agent: a\n'.split('|');

const page = (type: string) => (text: string) => pageText(Buffer.from(text), type);
const search = (quotation: string) => (text: string) => createPageSearch(text)(quotation);
const robots = (rules: string) =>
  robotsParser('https://example.org/robots.txt', rules).isAllowed(`https://example.org/${'a'.repeat(2_000)}`, 'Noi');

const LEAKS = (
  '<cite index="1">|<cite |(cite index="|</cite>|<parameter name="a">|<parameter name="|</rationale>|</|&amp;|&am|&#38;|' +
  '\\|\\n|\\u00e9|\\u|antml:|<invoke '
).split('|');

interface Reader {
  read: (text: string) => unknown;
  most: number;
  begins?: string;
  pumps?: readonly string[];
}
const MARKED = { most: 128_000, begins: '<html><body>a', pumps: [...WORDS, ...MARKUP] };

const READERS: Readonly<Record<string, Reader>> = {
  'an address’s mailbox': { read: normalMailbox, most: 14_000 },
  'an address with a name': { read: bareAddress, most: 14_000, begins: '<' },
  'a browser’s name': { read: browserWords, most: 14_000, begins: 'Mozilla/5.0 (' },
  'a vendor’s message': { read: (message) => vendorMessage({ message }), most: 14_000 },
  'a model’s text': { read: (text) => cleanText(text, 'claim'), most: 128_000, pumps: LEAKS },
  'a text with leaks': { read: withoutLeaks, most: 128_000, pumps: LEAKS },
  'a plan': { read: (text) => checkedPlan({ candidates: [{ title: text }], [text]: [text] }), most: 200_000 },
  'an HTML page': { read: page('text/html'), ...MARKED },
  'an XML page': { read: page('application/xml'), ...MARKED },
  'a plain-text page': { read: page('text/plain'), ...MARKED },
  'a short quotation': { read: search('a a a a a a'), most: 128_000 },
  'a long quotation': { read: search(`${'a '.repeat(400)}b`), most: 128_000 },
  'a quotation with gaps': { read: search('a b c d … e f g h'), most: 128_000 },
  'a quotation across blocks': { read: search('b c d a b c d'), most: 128_000, pumps: ['a b c d\n\n', ...WORDS] },
  'robots.txt': { read: robots, most: 64_000, begins: 'User-agent: *\nDisallow: /', pumps: ROBOTS },
};

test.each(Object.entries(READERS))('reads %s in linear time', async (_, { read, most, begins = '', pumps = WORDS }) => {
  const inputs = pumps.map((pump) => ({
    name: pump,
    most,
    read: (size: number) => read(begins + pump.repeat(size / pump.length)),
  }));
  expect(await growingTooFast(inputs, await leastCpu(() => read(begins)))).toEqual([]);
});

/** A submission whose strings are filled to a share of their maximum length in the schema. */
function submissionOf(pump: string, share: number): unknown {
  const filled = (value: unknown, schema: TSchema | undefined): unknown => {
    if (typeof value === 'string') {
      const room = ((Number(schema?.maxLength ?? 0) - value.length) / Array.from(pump).length) * share;
      return room > 0 && !schema?.pattern && !schema?.format ? value + pump.repeat(room) : value;
    }
    if (Array.isArray(value)) return value.map((item) => filled(item, schema?.items as TSchema));
    if (typeof value !== 'object' || value === null) return value;
    const fields = (schema?.properties ?? {}) as Record<string, TSchema>;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, fields[name])]));
  };
  return filled(findingsFixture(), Submission);
}

test('checks a submission in linear time', async () => {
  const task = { since: new Date('2026-11-18T00:00:00Z'), depth: 'research' } as const;
  const check = (submitted: unknown) => checkedSubmission(submitted, { last: true, verifications: null }, task);
  const pumps = ' a|a |a@|a@b.|1 |+1|1,|. A|**a|[a](http:|(|“|\u0301|A a |a, '.split('|');
  const inputs = pumps.map((pump) => {
    // Build the submissions before measuring.
    const [quarter, whole] = [submissionOf(pump, 0.25), submissionOf(pump, 1)];
    return { name: pump, most: 4, read: (size: number) => check(size === 4 ? whole : quarter) };
  });
  expect(await growingTooFast(inputs, await leastCpu(() => check(findingsFixture())))).toEqual([]);
});
