/** The demo's example dossiers must pass the same checks as real findings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { createSchemaCompiler } from '../../base/schema-compiler';
import { Submission } from '../../modules/findings/contract/findings';
import { withComputed } from '../../modules/findings/publish';
import { flawsOf } from '../../modules/findings/rules/rules';
import { exampleFor, examples } from '../../stand-ins/agents/samples';
import { sampleHtml, findPage } from '../../stand-ins/web/pages';
import { createPageReader } from '../../vendors/cited-pages/page-reader';

const fits = createSchemaCompiler().compile(Submission);
const reader = createPageReader();
afterAll(() => reader.close());

const NOW = new Date();
const LATER = new Date(NOW.getTime() + 5 * 365 * 86_400_000);
const about = (idea: string) => ({ idea, audience: null, geography: null });
const flawsAt = (openedFrom: Date, submission: Submission) =>
  flawsOf(withComputed(submission), {
    openedFrom,
    openedUntil: new Date(openedFrom.getTime() + 1_200_000),
    depth: 'research',
  });

describe.each(examples().map(({ idea }) => idea))('%s', (idea) => {
  const submission = exampleFor(about(idea), NOW)!;

  test.each([NOW, LATER])('passes the schema and every rule on %s', (openedAt) => {
    const dated = exampleFor(about(idea), openedAt)!;
    fits(dated);
    expect([fits.errors ?? [], flawsAt(openedAt, dated)]).toEqual([[], []]);
  });

  test('quotes its pages exactly as they are served', async () => {
    for (const { sourceUrl, excerpt, title } of submission.evidence) {
      const body = Buffer.from(sampleHtml(findPage(sourceUrl)!));
      const read = await reader.find('run_1', { body, contentType: 'text/html; charset=utf-8', quotations: [excerpt] });
      expect([sourceUrl, read?.found[0]?.excerpt, read?.title]).toEqual([sourceUrl, excerpt, title]);
    }
  });
});

test('has one example per verdict, and the demo suggests one', () => {
  const all = examples().map(({ idea }) => exampleFor(about(idea), NOW)!);
  expect(all.map(({ verdict }) => verdict.recommendation).toSorted()).toEqual(['avoid', 'pursue', 'refine']);
  for (const file of ['README.md', 'local/demo/main.ts', 'web/this-machine/local-page.ts']) {
    const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
    expect(examples().filter(({ idea }) => text.includes(idea))).toHaveLength(1);
  }
});
