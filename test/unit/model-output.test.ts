import * as fc from 'fast-check';
import { checkedPlan, checkedSubmission } from '../../activities/check-submission';
import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { Submission } from '../../modules/findings/contract/findings';
import { cleanOutput, cleanText, leakIn, withoutLeaks } from '../../modules/findings/text/model-output';
import { createPageSearch } from '../../modules/findings/text/quotation';
import { leaky } from '../../stand-ins/agents/misbehaviors';
import { sampleSubmission, samplePlan } from '../../stand-ins/agents/samples';
import { pdfPages } from '../support/answers';
import { findingsFixture } from '../support/findings';

/** The vendor's tags, which leak with and without their prefix. */
const tag = (inner: string, prefix = '') => `<${prefix}${inner}>`;
const PREFIX = 'antml:';

/** Leaks as reported for the vendor's models and clients. */
const ARRIVED: [leaked: string, meant: string, field?: string][] = [
  [`${tag('cite index="1-2"')}Half of them pay${tag('/cite')}.`, 'Half of them pay.'],
  [`${tag('cite index="3-1,3-2"', PREFIX)}Half</${PREFIX}cite> pay.`, 'Half pay.'],
  [`(cite index="0-14">Half of them pay${tag('/cite')}.`, 'Half of them pay.'],
  [`${tag('cite index=\\"4-1\\"')}Half${tag('/cite')} pay.`, 'Half pay.'],
  [`&lt;cite index=&quot;1-1&quot;&gt;Half&lt;/cite&gt; pay.`, 'Half pay.'],
  [`That path is reliable.</payload>\n${tag('/invoke')}`, 'That path is reliable.', 'payload'],
  [`Good.${tag('/antml parameter')}\n`, 'Good.', 'name'],
  [`${tag('parameter name="title"')}A letter${tag('/parameter')}`, 'A letter', 'title'],
  ['AT&amp;T and R&amp;amp;D', 'AT&T and R&D'],
  ['Caf&eacute; &#8211; it&#x27;s &quot;open&quot;', 'Café – it\'s "open"'],
  ['First point.\\n\\nSecond point.', 'First point.\n\nSecond point.'],
  ['Three of them:\\n- one\\n- two', 'Three of them:\n- one\n- two'],
  ['Caf\\u00e9 and \\ud83d\\ude00', 'Café and 😀'],
  ['She said \\"no\\".', 'She said "no".'],
  ['Half of <b>them</b> <em class="x">pay</em>.', 'Half of them pay.'],
  ['By <a href="https://a.example/?b=1&amp;c=2" target="_blank">its owners</a>.', 'By its owners.'],
  ['&lt;strong&gt;Half&lt;/strong&gt; pay.', 'Half pay.'],
  ['<p><i><b>Half</b> of them</i> pay.</p>\n<p>Others<br/>do not.</p>', 'Half of them pay.\n\nOthers\ndo not.'],
  ['Two:<ul><li>one</li><li>two</li></ul>', 'Two:\n\n- one\n- two'],
  ['https:\\/\\/a.example\\/b?c=1\\u0026d=2&amp;e=3', 'https://a.example/b?c=1&d=2&e=3'],
];

test.each(ARRIVED)('reads %j as %j', (leaked, meant, ...[field]) => {
  expect(cleanText(leaked, field)).toBe(meant);
  expect(cleanText(meant, field)).toBe(meant);
  expect(leakIn(meant)).toBeNull();
});

test.each([
  [`The case is good. ${tag('invoke name="submit_findings"')}`, 'markup of a tool call', 'The case is good.'],
  [`Good.${tag('/rationale')} And more.`, 'markup of a tool call', 'Good.'],
  ['Saved as C:\\new', 'a literal escape sequence', 'Saved as C: ew'],
  ['Hidden \\u202e turn', 'a literal escape sequence', 'Hidden   turn'],
  ['Hidden &#8238; turn', 'an HTML entity', 'Hidden   turn'],
  [`The tag ${tag('cite')} in prose`, 'a citation tag', 'The tag  in prose'],
  [tag('invoke name="x"'), 'markup of a tool call', '(unreadable)'],
  ['They earn 10<sup>6</sup> of it', 'an HTML tag', 'They earn 10 6  of it'],
  ['It is <b>half of them', 'an HTML tag', 'It is  half of them'],
  ['By <a href="https://a.exam', 'an HTML tag', 'By'],
  ['Bad <script>alert(1)</script>', 'an HTML tag', 'Bad  alert(1)'],
])('sends %j back, and removes it from the last submission', (text, name, last) => {
  expect(cleanText(text)).toBe(text);
  expect(leakIn(text)?.name).toBe(name);
  expect(withoutLeaks(text)).toBe(last);
});

test.each([
  'R&D; AT&T; Q&As at 5 < 6 and 7 > 6',
  'Dear <name>, thanks a lot\nSee you at <your city>',
  'https://a.example/?a=1&copy=2&b=%5Cn',
  'If a <b and c> d, or x<i',
  'One and/or two, 50 % \\ 20 %',
  'He asked (cite your source), and I did',
])('leaves %j unchanged', (text) => {
  expect(cleanText(text)).toBe(text);
  expect(leakIn(text)).toBeNull();
});

const TASK = { since: new Date('2026-11-18T00:00:00Z'), depth: 'research' } as const;
const LAST = { last: true, verifications: null };
const sound = sampleSubmission({ idea: 'A letter on church organs', audience: null, geography: null });
/** The result published for a submission. All timestamps in the sample are the same. */
const published = (handedIn: unknown, review = LAST) =>
  checkedSubmission(handedIn, review, { ...TASK, since: new Date('2026-11-02T09:00:00Z') });

test("converts values to the schema's types if their meaning is clear", () => {
  const { verdict, evidence, dimensions } = sound;
  const { confidence, rationale } = verdict;
  const handedIn = {
    ...sound,
    evidence: JSON.stringify(evidence),
    verdict: {
      recommendation: verdict.recommendation.toUpperCase(),
      score: String(verdict.score),
      rationale: `${rationale}${tag('/rationale')}\n${tag('parameter name="confidence"')}${confidence}`,
    },
    dimensions: JSON.stringify(dimensions),
    competitors: sound.competitors.map((rival) => ({ ...rival, url: 'null' })),
  };
  expect(cleanOutput(handedIn, Submission)).toEqual({
    ...sound,
    competitors: sound.competitors.map((rival) => ({ ...rival, url: null })),
  });
});

test.each([
  ['a figure with a unit', { verdict: { ...sound.verdict, score: '61 of 100' } }, '/verdict/score'],
  ['a list that is no JSON', { evidence: '[{"claim": "cut off' }, '/evidence'],
  ['a word that is not in the list', { verdict: { ...sound.verdict, confidence: 'certain' } }, '/verdict/confidence'],
  [
    'a member that contradicts another',
    {
      verdict: {
        ...sound.verdict,
        rationale: `Good.${tag('/rationale')}${tag('parameter name="score"')}99`,
      },
    },
    '/verdict/rationale',
  ],
])('sends %s back with its pointer', (_, changed, pointer) => {
  const { flaws } = published({ ...sound, ...changed }, { ...LAST, last: false });
  expect(flaws.map((flaw) => flaw.pointer)).toContain(pointer);
});

test('ignores figures in a citation tag around a claim', () => {
  const evidence = sound.evidence.map((entry) => ({
    ...entry,
    claim: `${tag('cite index="91-92"')}${entry.claim}${tag('/cite')}`,
  }));
  expect(published({ ...sound, evidence })).toEqual(published(sound));
});

test('finds a quotation on a page with the same leaks, and publishes it without them', () => {
  const page = 'The owners of AT&amp;T paid for half of it. Nobody knew why.';
  for (const quotation of ['owners of AT&T paid for half', 'owners of AT&amp;T paid for half']) {
    expect(createPageSearch(page)(quotation)?.excerpt).toBe('The owners of AT&T paid for half of it.');
  }
});

test('reads a plan in the same way', () => {
  const plan = samplePlan({ operatorProfile: 'An organ builder', expertise: ['organs'], candidateCount: 5 });
  expect(checkedPlan(leaky({ ...plan, candidates: plan.candidates }))).toEqual({ document: plan, flaws: [] });
  const [first, ...others] = plan.candidates;
  const unclear = { candidates: [{ ...first!, idea: `${first!.idea} C:\\new` }, ...others] };
  expect(checkedPlan(unclear).flaws.map(({ pointer }) => pointer)).toEqual(['/candidates/0/idea']);
  expect(checkedPlan(unclear, true).document?.candidates[0]!.idea).toBe(`${first!.idea} C: ew`);
});

test('publishes a submission full of leaks as it was meant', () => {
  const clean = published(sound);
  expect(clean.flaws).toEqual([]);
  expect(published(leaky(sound))).toEqual(clean);
});

/** Words without markup or escape sequences. */
const words = fc
  .array(
    fc.constantFrom('half', 'AT&T', 'R&D', '5 < 6', 'é', '—', '"no"', '(so)', '\n', '50 %', '<name>', 'a/b', 'x;'),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((all) => all.join(' '));
/** Pieces of markup, whole and truncated. */
const leak = fc.constantFrom(
  ...[tag('cite index="1-2"'), tag('/cite'), tag('cite index="3-1,3-2"', PREFIX), tag('cite'), '(cite index="0-1">'],
  ...[tag('/rationale'), tag('parameter name="confidence"'), tag('/parameter', '/'), tag('invoke name="a"', PREFIX)],
  ...['&amp;', '&amp;amp;', '&lt;', '&#39;', '&nbsp;', '\\n', '\\n\\n', '\\u00e9', '\\u202e', '\\"', '<cite index="1'],
  ...[tag('/invoke'), tag('function_calls'), '&lt;cite index=&quot;1&quot;&gt;', '\\\\n', '&#8238;'],
  ...['<b>', '</b>', '<a href="https://a.example">', '</a>', '<br>', '<p>', '</li>', '&lt;i&gt;', '<sup>'],
);
const leaking = fc.array(fc.oneof(words, leak), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
/** Leaked text that readers must not see. */
const SEEN =
  /<\/?(?:antml:)?(?:cite|invoke|parameter|rationale|function_calls)\b|cite index=|&(?:amp|lt|nbsp|#\d+);|\\[nu"]/u;
/** Tags that only our own pages may contain. */
const TAGS = /<\/?(?:a|b|br|i|li|p|sup)>|<a href=/u;

test('leaves clean text unchanged, and cleans idempotently', () => {
  fc.assert(
    fc.property(words, leaking, (clean, leaked) => {
      expect(cleanText(clean, 'rationale')).toBe(clean);
      const once = cleanText(leaked, 'rationale');
      expect(cleanText(once, 'rationale')).toBe(once);
      const never = withoutLeaks(leaked);
      expect([leakIn(never), SEEN.test(never), TAGS.test(never), never === '']).toEqual([null, false, false, false]);
    }),
    { numRuns: 2_000 },
  );
});

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

test('keeps leaks out of published fields, the dossier and its PDF', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(leaking, { minLength: 8, maxLength: 8 }), async (leaks) => {
      const { document, short } = published(withLeaks(sound, leaks));
      const shown = (document ?? short)!;
      const texts = textsIn(shown).join('\n');
      expect([SEEN.exec(texts), TAGS.exec(texts)]).toEqual([null, null]);
      const html = await renderer.html({ ...findingsFixture(), ...shown });
      // The page's own escape sequences are not leaks.
      expect(SEEN.exec(html.toString().replace(/&(?:amp|lt|gt|quot|nbsp|#39);/gu, ''))).toBeNull();
    }),
    { numRuns: 30 },
  );
  const { document } = published(leaky(sound));
  const pages = pdfPages(await renderer.pdf({ ...findingsFixture(), ...document! }));
  expect(SEEN.exec(pages.join('\n'))).toBeNull();
});

/** A submission in which each string ends with the next of these leaks. */
function withLeaks(submission: Submission, leaks: readonly string[]): unknown {
  let turn = 0;
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.includes(' ') && value.length < 200 ? `${value} ${leaks[turn++ % leaks.length]}` : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(visit);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]));
  };
  return visit(submission);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
