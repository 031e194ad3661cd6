import type { TSchema } from '@sinclair/typebox';
import robotsParser from 'robots-parser';
import { checkedPlan, checkedSubmission } from '../../activities/check-submission';
import { browserWords } from '../../commands/people/browser-words';
import { wordsOfAddress } from '../../commands/people/password-strength';
import { receiverUrl } from '../../commands/webhooks/receiver-url';
import { readApiKey } from '../../contracts/api-key';
import { Submission } from '../../contracts/findings';
import { bareAddress, normalMailbox } from '../../contracts/email-address';
import { createPageSearch } from '../../domain/quotation';
import { parseTraceparent } from '../../domain/traceparent';
import { networkOf } from '../../http/limits/client-address';
import { readUnsubscribeToken, isBuyerToken } from '../../platform/tokens';
import { secretsFrom } from '../../platform/secrets';
import { vendorWords } from '../../platform/vendor-words';
import { dayOf } from '../../providers/cited-pages/page-date';
import { pageText } from '../../providers/cited-pages/page-text';
import { flawOfCost, leastCpu, twentyMs, type Measured } from '../support/cpu-cost';
import { findingsFixture } from '../support/findings-fixture';

const SECRETS = secretsFrom('a secret that only tests know and that is long enough');
const HEAD = 14_000;

/** Whole pumps of about this size together. */
const filled = (pump: string, size: number) => pump.repeat(size / pump.length);

/** Flaws of what it costs to read a text: each pump after each beginning. */
async function flaws(
  read: (text: string) => unknown,
  {
    most,
    limit,
    pumps,
    begins = [''],
  }: { most: number; limit: Measured['limit']; pumps: readonly string[]; begins?: readonly string[] },
) {
  const cheap = (await twentyMs()) / 5;
  const found: object[] = [];
  for (const begin of begins) {
    const nothing = await leastCpu(() => read(begin));
    for (const pump of pumps) {
      const input = { most, limit, nothing, read: (size: number) => read(begin + filled(pump, size)) };
      const flaw = await flawOfCost(input, cheap);
      if (flaw) found.push({ input: `${begin}${pump}`, ...flaw });
    }
  }
  return found;
}

const WORDS = [
  ' ',
  'a',
  'a ',
  '.',
  'a.',
  '@',
  'a@',
  'a@b.',
  '-',
  ':',
  '"',
  '“',
  '(',
  '/',
  '%41',
  '1',
  '1 ',
  '+1',
  'é',
  '\u0301',
  '\n',
  '😀',
];

/** Readers of texts that a request, a provider or an agent sends, with the longest that reaches each. */
const READERS: Readonly<Record<string, [most: number, read: (text: string) => unknown, begins?: string[]]>> = {
  normalMailbox: [HEAD, normalMailbox],
  bareAddress: [HEAD, bareAddress, ['', '<']],
  wordsOfAddress: [254, wordsOfAddress],
  readApiKey: [HEAD, readApiKey, ['', 'noi_live_']],
  browserWords: [HEAD, browserWords, ['Mozilla/5.0 (']],
  receiverUrl: [
    2_048,
    unlessRefused((text) => receiverUrl(text, { allowPrivate: false, ports: [443] })),
    ['https://a'],
  ],
  networkOf: [64, networkOf],
  readUnsubscribeToken: [512, (text) => readUnsubscribeToken(SECRETS, text)],
  isBuyerToken: [HEAD, (text) => isBuyerToken(SECRETS, text)],
  parseTraceparent: [HEAD, parseTraceparent, ['00-']],
  vendorWords: [HEAD, (message) => vendorWords({ message })],
  dayOf: [2_000, dayOf, ['', '2026-']],
};

function unlessRefused(read: (text: string) => unknown) {
  return (text: string) => {
    try {
      return read(text);
    } catch {
      return null;
    }
  };
}

test.each(Object.entries(READERS))(
  '%s costs no more than 20 ms, and no more than twice as much for twice the size',
  async (_, [most, read, begins = ['']]) => {
    expect(await flaws(read, { most, begins, limit: twentyMs, pumps: WORDS })).toEqual([]);
  },
);

/** A submission whose texts, each of them, are filled up to the longest that its schema permits. */
function submissionOf(pump: string): unknown {
  const longest = (value: unknown, schema: TSchema | undefined): unknown => {
    if (typeof value === 'string') {
      const room = (Number(schema?.maxLength ?? 0) - value.length) / Array.from(pump).length;
      return room > 0 && !schema?.pattern && !schema?.format ? value + pump.repeat(room) : value;
    }
    if (Array.isArray(value)) return value.map((item) => longest(item, schema?.items as TSchema));
    if (typeof value !== 'object' || value === null) return value;
    const fields = (schema?.properties ?? {}) as Record<string, TSchema>;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, longest(inner, fields[name])]));
  };
  return longest(findingsFixture(), Submission);
}

const TASK = { since: new Date('2026-11-18T00:00:00Z'), depth: 'research' } as const;

test.each([' a', 'a ', 'a@', 'a@b.', '1 ', '+1', '1,', '. A', '**a', '[a](http:', '(', '“', '\u0301', 'A a ', 'a, '])(
  'checking a submission of the longest texts costs no more than 100 ms: %j',
  async (pump) => {
    const submitted = submissionOf(pump);
    const check = () => checkedSubmission(submitted, { last: true, verifications: null }, TASK);
    const { flaws: found } = check();
    // Texts of that length are none of the flaws: the rules were asked.
    expect(found.filter(({ detail }) => /characters/.test(detail))).toEqual([]);
    const limit = 5 * (await twentyMs());
    expect(await leastCpu(check, { enough: limit })).toBeLessThan(limit);
  },
);

test('checking a plan costs no more than twice as much for twice the size', async () => {
  const read = (text: string) => checkedPlan({ candidates: [{ title: text }], [text]: [text] });
  expect(await flaws(read, { most: 200_000, limit: () => Infinity, pumps: WORDS })).toEqual([]);
});

const MARKUP = [
  ...WORDS,
  '<',
  '<a ',
  '<a href="',
  '<div>',
  '</div>',
  '<p hidden>',
  '<div class="a b" style="display:none">',
  '<table><tr><td>',
  '<!--',
  '<script>',
  '<style>',
  '<title>',
  '<![CDATA[',
  '<meta name="date" content="2026-',
  '&amp;',
  '&#',
  '<sup>1</sup>',
];

/** A page is read up to two megabytes, in a thread that is given up after seconds: what counts is how the cost grows. */
const PAGE = 128_000;

test.each(['text/html', 'application/xml', 'text/plain'])(
  'reading a page of %s costs no more than twice as much for twice the size',
  async (type) => {
    const read = (text: string) => pageText(Buffer.from(text), type);
    expect(await flaws(read, { most: PAGE, limit: () => Infinity, pumps: MARKUP, begins: ['<html><body>a'] })).toEqual(
      [],
    );
  },
);

test.each(['a a a a a a', `${'a '.repeat(400)}b`, 'a b c d … e f g h', '“a.” b. c, 1 2 3 4'])(
  'looking for %j costs no more than twice as much for a page of twice the size',
  async (quotation) => {
    const read = (text: string) => createPageSearch(text)(quotation);
    expect(
      await flaws(read, { most: PAGE, limit: () => Infinity, pumps: [...WORDS, 'a b c d ', '. a', '\n\n'] }),
    ).toEqual([]);
  },
);

test('reading robots.txt costs no more than twice as much for twice the size', async () => {
  const pumps = [
    'User-agent: *\nDisallow: /*a*a*a$\n',
    'Disallow: /*',
    '*',
    'Allow: /a\n',
    '\n',
    '#',
    ':',
    'User-agent: a\n',
  ];
  const url = `https://example.org/${'a'.repeat(2_000)}`;
  const read = (rules: string) => robotsParser('https://example.org/robots.txt', rules).isAllowed(url, 'Noi');
  expect(
    await flaws(read, { most: 64_000, limit: () => Infinity, pumps, begins: ['', 'User-agent: *\nDisallow: /'] }),
  ).toEqual([]);
});

test('of a page that is nested too deep what was read is there, and the rest counts as not read', async () => {
  const page = `<p>Before it.</p>${'<div>'.repeat(3_000)}Within it.`;
  const read = (await pageText(Buffer.from(page), 'text/html'))!;
  expect(read).toMatchObject({ state: 'shell' });
  expect(read.text).toContain('Before it.');
  expect(read.text).not.toContain('Within it.');
});
