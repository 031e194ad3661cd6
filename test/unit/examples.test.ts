import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { flawsOf } from '../../domain/findings-rules/review';
import { workingsOf } from '../../domain/calculation';
import { withComputed } from '../../domain/publish-findings';
import { holdsQuotation } from '../../domain/quotation';
import { Submission } from '../../contracts/findings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { createPageReader } from '../../providers/cited-pages/page-reader';
import { exampleFor, examples } from '../../stand-ins/agents/examples';
import { Messages } from '../../stand-ins/agents/messages';
import { dispatch } from '../../stand-ins/agents/routes';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { MANNERS, type Manner } from '../../stand-ins/agents/manners';
import { findPage } from '../../stand-ins/web/find-page';
import { sampleHtml } from '../../stand-ins/web/sample-html';

const fits = createSchemaCompiler().compile(Submission);
const reader = createPageReader();
afterAll(() => reader.close());

const NOW = new Date();
const LATER = new Date(NOW.getTime() + 5 * 365 * 86_400_000);
const about = (idea: string) => ({ idea, audience: null, geography: null });
const contextAt = (openedFrom: Date) => ({
  openedFrom,
  openedUntil: new Date(openedFrom.getTime() + 1_200_000),
  depth: 'research' as const,
});

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** Sentences of eight words or more, normalized. Excerpts and names of sources are left out. */
function sentences({ evidence, ...submission }: Submission): string[] {
  return [...texts(submission), ...evidence.map(({ claim }) => claim)]
    .flatMap((text) => text.split(/(?<=[.!?:])\s+/))
    .map((sentence) => (sentence.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []).join(' '))
    .filter((sentence) => sentence.split(' ').length >= 8);
}

const twice = (list: string[]) => list.filter((each, i) => list.indexOf(each) !== i);

const secondReader = new Messages(() => null).routes();

/** Judgement of the stand-in's second reader on a claim. */
function judged(entry: Submission['evidence'][number]): unknown {
  const { claim, excerpt } = entry;
  const material = JSON.stringify({ claim, excerpt, calculation: workingsOf(entry) });
  const answer = dispatch(secondReader, 'POST', new URL('http://127.0.0.1/v1/messages'), {
    model: 'any',
    max_tokens: 256,
    tool_choice: { name: 'judge' },
    messages: [{ content: `<material>${material}</material>` }],
  });
  return (JSON.parse(answer) as { content: [{ input: { judgement: string } }] }).content[0].input.judgement;
}

/** A submission as it is published once its quotations were found. */
async function checked(submission: Submission): Promise<Submission> {
  const evidence = await Promise.all(
    submission.evidence.map(async (entry) => {
      const body = Buffer.from(sampleHtml(findPage(entry.sourceUrl)!));
      const task = { body, contentType: 'text/html; charset=utf-8', quotations: [entry.excerpt] };
      const read = (await reader.find('run_1', task))!;
      expect([entry.sourceUrl, read.found[0]?.excerpt, read.state]).toEqual([entry.sourceUrl, entry.excerpt, 'page']);
      expect(read.title).toBe(entry.title);
      const verification = {
        status: 'verified' as const,
        checkedAt: NOW.toISOString(),
        contentSha256: createHash('sha256').update(body).digest('hex'),
        pageTitle: read.title!,
        ...(read.date && { pageDate: read.date }),
      };
      return { ...entry, verification };
    }),
  );
  return { ...submission, evidence };
}

describe.each(examples().map((example) => [example.idea, example] as const))('%s', (idea, example) => {
  const submission = exampleFor(about(idea), NOW)!;

  test.each([NOW, LATER])('passes the schema and every rule on %s', (openedAt) => {
    const dated = exampleFor(about(idea), openedAt)!;
    fits(dated);
    expect(fits.errors ?? []).toEqual([]);
    expect(flawsOf(withComputed(dated), contextAt(openedAt))).toEqual([]);
    expect(flawsOf(withComputed(dated), { ...contextAt(openedAt), depth: 'scan' })).toEqual([]);
  });

  test('passes every rule once its quotations are verified on the pages as served', async () => {
    expect(flawsOf(withComputed(await checked(submission)), contextAt(NOW))).toEqual([]);
  });

  test('quotes one paragraph of each page, and dates it as the page does', () => {
    for (const { sourceUrl, excerpt, publishedAt } of submission.evidence) {
      const page = findPage(sourceUrl)!;
      expect(page.text.filter((paragraph) => holdsQuotation(paragraph, excerpt))).toHaveLength(1);
      expect(publishedAt).toBe(page.publishedAt);
    }
  });

  test('claims only what its quotations say, as the second reader of a local run judges', () => {
    expect(submission.evidence.filter((entry) => judged(entry) !== 'supported')).toEqual([]);
  });

  test('fills every section in depth', () => {
    const { evidence, competitors, comparables, sponsors, trend, sampleIssue, channels, risks } = submission;
    expect(evidence.length).toBeGreaterThanOrEqual(10);
    expect(new Set(evidence.map(({ grade }) => grade)).size).toBe(4);
    expect(competitors.length).toBeGreaterThanOrEqual(3);
    expect(competitors.filter(({ price, frequency, lastIssue }) => !price || !frequency || !lastIssue)).toEqual([]);
    expect(submission.audienceSegments).toHaveLength(3);
    expect(comparables!.filter(({ readers, opens, price }) => readers && opens && price)).toHaveLength(3);
    expect(sponsors!.length).toBeGreaterThanOrEqual(3);
    expect(trend!.points.length).toBeGreaterThanOrEqual(12);
    expect(channels.filter(({ costPerReader }) => !costPerReader)).toEqual([]);
    expect(risks.filter(({ signal, stop }) => !signal || !stop)).toEqual([]);
    expect(texts(sampleIssue!.sections).join(' ').split(' ').length).toBeGreaterThanOrEqual(500);
    expect(submission.nameChecks!.length).toBeGreaterThanOrEqual(3);
    expect(submission.wouldChange!.length).toBeGreaterThanOrEqual(2);
    expect(submission.launchCalendar!.at(-1)!.toDay).toBe(90);
  });

  test('states ranges that end where its unit economics end', () => {
    const { monetization, unitEconomics } = withComputed(submission);
    const { cautious, optimistic } = unitEconomics!.computed;
    const sum = (bound: 'low' | 'high') => monetization.reduce((all, stream) => all + stream[bound], 0);
    expect(cautious.months.at(-1)!.incomeCents / sum('low')).toBeCloseTo(1, 1);
    expect(optimistic.months.at(-1)!.incomeCents / sum('high')).toBeCloseTo(1, 1);
  });

  test('says once that it is an example, repeats no sentence and names reserved addresses only', () => {
    const marks = texts(submission).filter((text) =>
      /\bexample written\b|invented|local sample|stand-in|made.up/iu.test(text),
    );
    expect(marks).toEqual([submission.limitations[0]]);
    expect(twice(sentences(submission))).toEqual([]);
    const hosts = texts(submission).filter((text) => URL.canParse(text) && /^https?:/.test(text));
    expect(hosts.filter((url) => !/(^|\.)example(\.(com|org))?$/.test(new URL(url).hostname))).toEqual([]);
    expect(submission.nameChecks!.filter(({ domain }) => !/\.example(\.(com|org))?$/.test(domain))).toEqual([]);
    expect(texts(submission).join('')).toMatch(/^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u);
  });

  test('answers its idea however it is typed, and no other brief', () => {
    const typed = `  ${example.idea.toUpperCase().replaceAll(' ', '  ').replace(/[.:,]/g, '')}!`;
    expect(exampleFor(about(typed), NOW)).toEqual(submission);
    expect(exampleFor({ ...about(idea), geography: example.geography ?? null }, NOW)).toEqual(submission);
    expect(exampleFor({ ...about(idea), geography: 'Atlantis' }, NOW)).toBeNull();
    expect(exampleFor({ ...about(idea), audience: 'Divers' }, NOW)).toBeNull();
    expect(exampleFor(about(`${idea} for divers`), NOW)).toBeNull();
  });

  test('is what an ordinary session hands in, and no session with other habits', () => {
    const brief = about(idea);
    const shape = { sources: 8, competitors: 3 };
    expect(sampleSubmission(brief, NOW, shape)).toEqual(submission);
    const others = [
      { ...shape, sources: 2 },
      { ...shape, misquoted: 4 },
      { ...shape, plain: true as const },
      { ...shape, writing: { length: 'usual' as const, tongue: null } },
      ...(Object.keys(MANNERS) as Manner[]).map((manner) => ({ ...shape, manner })),
    ];
    for (const other of others) expect(exampleFor(brief, NOW, other)).toBeNull();
  });
});

test('there is one example for each verdict, and no two share a sentence', () => {
  const all = examples().map(({ idea }) => exampleFor(about(idea), NOW)!);
  expect(all.map(({ verdict }) => verdict.recommendation).toSorted()).toEqual(['avoid', 'pursue', 'refine']);
  const own = all.flatMap(({ limitations: [_note, ...limitations], ...submission }) =>
    sentences({ ...submission, limitations }),
  );
  expect(twice(own)).toEqual([]);
});

test.each(['README.md', 'local/demo/main.ts', 'web/this-machine/local-page.ts'])('%s suggests an example', (file) => {
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  expect(examples().filter(({ idea }) => text.includes(idea))).toHaveLength(1);
});
