import { READ_DOSSIER } from '../../http/reply';
import { sampleOpportunities } from '../../local/seed';
import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { withComputed } from '../../modules/findings/publish';
import type { OpportunityImport } from '../../modules/opportunities/contract';
import { dossierPage, surrounded } from '../../web/runs/run-documents';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { searchFixture } from '../support/findings';
import { use, useApi, useBrowser } from '../support/use';

const { api } = useApi();
const browser = useBrowser();
const renderer = use(async () => createDossierRenderer());

const LONGEST_PX = 9_000;
const longest = (sampleOpportunities() as OpportunityImport[])
  .map(({ findings }) => withComputed(findings))
  .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0]!;
const search = searchFixture(25);

const around = { back: { href: '/account', label: 'Back' }, links: [{ href: '/file', label: 'PDF' }] };

/** Opens a dossier with the toolbar and Content-Security-Policy that our pages add. */
async function read(width: number, html: Buffer) {
  const page = await browser.newPage({ viewport: { width, height: 844 }, baseURL: api.url });
  const { headers, body } = dossierPage(html, around);
  await page.route('**/a-dossier', (route) =>
    route.fulfill({ contentType: 'text/html', headers: headers as Record<string, string>, body: body as Buffer }),
  );
  await page.goto('/a-dossier');
  return page;
}

const heightOf = (page: { evaluate<T>(script: string): Promise<T> }) =>
  page.evaluate<number>('document.documentElement.scrollHeight');

test.each([
  ['the longest of the samples', () => renderer.html(longest)],
  ['a search of 25 candidates', () => renderer.html(search.findings, search.portfolio)],
])('%s fits a phone within a height of 9,000 px', async (_, html) => {
  const page = await read(390, await html());
  expect(await heightOf(page)).toBeLessThan(LONGEST_PX);
  expect(await pageWidth(page)).toBe(390);
  await page.close();
});

test('contents stay visible and open folded parts, and sources show where they are cited', async () => {
  const page = await read(390, await renderer.html(longest));
  const first = longest.evidence.find(({ evidenceId }) => longest.dimensions.demand.evidenceIds.includes(evidenceId))!;
  const reason = page.locator('#scores .prose').first();
  expect(await reason.isVisible()).toBe(false);
  await page.locator('.toc').getByRole('link', { name: 'Scores in detail' }).click();
  await reason.waitFor();
  expect(await page.locator('.standing').innerText()).toContain(String(longest.verdict.score));
  expect((await page.locator('.toc').boundingBox())!.y).toBe(0);

  await page.locator('#scores .cites button').first().click();
  const source = page.locator('.source:popover-open');
  expect(await source.innerText()).toContain(first.excerpt);
  await source.getByRole('button', { name: 'Close' }).click();
  expect(await page.locator('.source:popover-open').count()).toBe(0);
  await page.close();
});

test.each([390, 1440])('a dossier with its toolbar is accessible at %d px', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  // Set the content without the policy, because the policy would block the accessibility checker.
  await page.setContent(surrounded(await renderer.html(longest), around));
  expect(await accessibilityFlaws(page)).toEqual([]);
  await page.close();
});

test('a script in an agent’s text does not run in a dossier', async () => {
  const hostile =
    '</style><script>document.title = "taken"</script><body> rel="noopener noreferrer nofollow" $& $1</head>';
  const findings = structuredClone(sampleFindings);
  findings.verdict.rationale = `A reason. ${hostile}`;
  findings.limitations = [hostile];
  const page = await read(390, await renderer.html(findings));
  expect(await page.title()).not.toBe('taken');
  expect(await page.locator('script').count()).toBe(0);
  expect(await page.locator('.site-bar').count()).toBe(1);
  expect(await page.locator('#limitations').textContent()).toContain(hostile);
  // Second line of defense: the policy blocks scripts and forms.
  expect(READ_DOSSIER['Content-Security-Policy']).toMatch(
    /default-src 'none'.*; sandbox (?!.*allow-(scripts|forms|same-origin))/,
  );
  await page.close();
});

test('page, PDF and JSON of the sample show the same idea, marked as invented', async () => {
  const page = await browser.newPage({ baseURL: api.url });
  await page.goto('/sample-dossier');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(sampleFindings.subject.idea);
  expect(await page.getByRole('note').innerText()).toContain('in this document are invented');
  expect(await page.locator('iframe').count()).toBe(0);
  const pdf = await page.request.get((await page.getByRole('link', { name: 'PDF' }).getAttribute('href'))!);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.headers()['content-disposition']).toContain('filename="Sample dossier.pdf"');
  const json = await page.request.get((await page.getByRole('link', { name: 'JSON' }).getAttribute('href'))!);
  expect(await json.json()).toMatchObject({ subject: { idea: sampleFindings.subject.idea } });
  await page.close();
});
