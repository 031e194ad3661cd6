import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../contracts/ids';
import type { OpportunityImport } from '../../contracts/opportunities';
import { sampleOpportunities } from '../../local/catalogue';
import { countPages } from '../../documents/count-pages';
import { DEPTH_BY_PRICE } from '../../domain/depth-by-price';
import { withComputed } from '../../domain/publish-findings';
import { FULL_DEPTH } from '../../stand-ins/agents/sample-depth';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { brief, opened } from '../support/reviewed-submission';
import { importOpportunities } from '../../store/opportunities/import-opportunities';
import { call } from '../support/api';
import { flawOfCost, leastCpu, twentyMs } from '../support/cpu-cost';
import { runAdmin } from '../support/operator';
import { useApi } from '../support/use';

const { db, api } = useApi();
const folder = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Read once: its quotations are looked for on the pages of the sample web.
const [FIRST] = sampleOpportunities() as OpportunityImport[];
const sample = (): OpportunityImport => ({ ...structuredClone(FIRST!), opportunityId: newId('opp') });
const unchecked = () => Promise.resolve(null);
const put = (documents: readonly unknown[]) => importOpportunities(db, documents, unchecked, countPages);

/** What an import is refused with; empty where it is not. */
const refusal = (documents: readonly unknown[]) =>
  put(documents).then(
    () => '',
    (error: Error) => error.message,
  );

/** Pointers of all texts of a value. */
function textsIn(value: unknown, pointer = ''): string[] {
  if (typeof value === 'string') return [pointer];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, `${pointer}/${name}`));
}

/** The value with another text at a pointer. */
function withText(value: object, pointer: string, change: (text: string) => string): object {
  const copy = structuredClone(value);
  const names = pointer.split('/').slice(1);
  const last = names.pop()!;
  const parent = names.reduce<Record<string, unknown>>(
    (each, name) => each[name] as Record<string, unknown>,
    copy as never,
  );
  parent[last] = change(parent[last] as string);
  return copy;
}

test.each([
  ['a NUL', '\u0000'],
  ['an escape of terminals', '\u001b[2J'],
  ['an override of direction', '\u202etxt.exe'],
  ['half a character', '\ud800'],
])('a file with %s in any field is refused by the name of that field', async (_, hostile) => {
  const sound = sample();
  const pointers = textsIn(sound);
  expect(pointers.length).toBeGreaterThan(100);
  // As many at once as a refusal names.
  for (let i = 0; i < pointers.length; i += 50) {
    const named = pointers.slice(i, i + 50);
    const said = await refusal(named.map((pointer) => withText(sound, pointer, (text) => text + hostile)));
    expect(named.filter((pointer, place) => !said.includes(`document ${place + 1}: ${pointer} must`))).toEqual([]);
  }
  expect(await db.prisma.opportunity.count({ where: { id: sound.opportunityId } })).toBe(0);
});

test('what costs the highest price and prints fewer than 15 pages is refused, and its pages are told where it is not', async () => {
  const sound = sample();
  const deep = sampleSubmission(brief, opened, { sources: 26, competitors: 5, depth: FULL_DEPTH });
  const document = {
    ...sound,
    price: { ...sound.price, amount: DEPTH_BY_PRICE.fromCents },
    score: deep.verdict.score,
    findings: withComputed({ ...sound.findings, ...deep, generatedAt: new Date(opened).toISOString() }),
  };
  const printed = (pages: number) => importOpportunities(db, [document], unchecked, () => Promise.resolve(pages));
  await expect(printed(14)).rejects.toThrow('/findings must print 15 pages as a PDF for a price from $1,499, not 14');
  expect(await db.prisma.opportunity.count({ where: { id: sound.opportunityId } })).toBe(0);
  expect(await printed(15)).toMatchObject([{ result: 'imported', pages: 15 }]);
});

test('markup and Typst in what is shown of an opportunity stay text', async () => {
  const hostile = '<img src=x onerror=alert(1)>#eval("1+1")';
  const sound = sample();
  const said = ['title', 'summary', 'niche', 'audience', 'geography'] as const;
  const document = { ...sound, ...Object.fromEntries(said.map((name) => [name, `${hostile}${name}`])) };
  expect(await put([document])).toMatchObject([{ result: 'imported' }]);
  for (const path of [`/opportunities/${sound.opportunityId}`, '/opportunities']) {
    const { text } = await call(api, 'GET', path);
    expect(text).not.toContain('<img src=x');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;#eval(');
  }
});

test('nesting, foreign members, huge lists and too many documents are refused, in few lines', async () => {
  const sound = sample();
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  const lists = { ...sound, findings: { ...sound.findings, evidence: Array(50_000).fill(sound.findings.evidence[0]) } };
  const foreign = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`member${i}`, i]));
  for (const document of [deep, lists, { ...sound, title: deep }, { ...sound, ...foreign }, null, 'text', [sound]]) {
    const said = await refusal([document]);
    expect(said).toMatch(/^Nothing was imported\./);
    expect(said.length).toBeLessThan(16_000);
  }
  expect(await refusal(Array(1_001).fill(sound))).toContain('at most 1000 opportunities, not 1001');
  expect(await db.prisma.opportunity.count({ where: { id: sound.opportunityId } })).toBe(0);
});

test.each([' a', '\u0301', 'a@b.', '[a](http:'])(
  'reading a file whose texts are of %j costs no more than twice as much for twice the size',
  async (pump) => {
    const sound = sample();
    const pointers = textsIn(sound);
    const read = (size: number) =>
      refusal([
        pointers.reduce<object>(
          (document, pointer) => withTextOf(document, pointer, pump, size),
          structuredClone(sound),
        ),
      ]);
    const measured = { most: 2_000, read, nothing: await leastCpu(() => read(0)), limit: () => Infinity };
    expect(await flawOfCost(measured, (await twentyMs()) / 5)).toBeNull();
  },
);

/** Fills a text in place. */
function withTextOf(document: object, pointer: string, pump: string, size: number): object {
  const names = pointer.split('/').slice(1);
  const last = names.pop()!;
  const parent = names.reduce<Record<string, unknown>>(
    (each, name) => each[name] as Record<string, unknown>,
    document as never,
  );
  parent[last] = String(parent[last]) + pump.repeat(size / pump.length);
  return document;
}

test('an operator’s command refuses a file that is too large, or no JSON, before it changes anything', async () => {
  const large = join(folder, 'large.json');
  writeFileSync(large, '[');
  truncateSync(large, 64_000_001);
  const broken = join(folder, 'broken.json');
  writeFileSync(broken, '[{"title": "\u001b[2J');
  const run = (file: string) => runAdmin(['opportunities', 'import', file], { DATABASE_URL: db.url });
  expect(await run(large)).toMatchObject({ status: 1, stderr: expect.stringContaining('larger than 64 MB') as string });
  const refused = await run(broken);
  expect(refused.status).toBe(1);
  expect(refused.stderr).not.toContain('\u001b');
});
