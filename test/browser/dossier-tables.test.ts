import type { Page } from 'playwright-core';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { sampleFindings } from '../../contracts/sample-findings';
import { pageWidth, unfold } from '../support/browser';
import { findingsFixture } from '../support/findings-fixture';
import { searchFixture } from '../support/search-fixture';
import { use, useApi, useBrowser } from '../support/use';

const { api } = useApi();
const browser = useBrowser();
const renderer = use(async () => createDossierRenderer());

/** Captions of a document: the share of their table's width that they take, and the lines that they fill. */
function captionsIn(document: Page): Promise<{ words: string; share: number; lines: number }[]> {
  return document.evaluate(`[...document.querySelectorAll('caption')].map((caption) => {
    const range = document.createRange();
    range.selectNodeContents(caption);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    const width = (element) => element.getBoundingClientRect().width;
    return {
      words: caption.textContent.trim(),
      share: width(caption) / width(caption.closest('table')),
      lines: lines.size,
    };
  })`);
}

const { findings, portfolio } = searchFixture(8);
const DOCUMENTS: [string, (page: Page) => Promise<unknown>][] = [
  ['a dossier', async (page) => show(page, await renderer.html(sampleFindings))],
  ['a dossier without economics', async (page) => show(page, await renderer.html(findingsFixture()))],
  ['a portfolio', async (page) => show(page, await renderer.html(findings, portfolio))],
  ['the sample dossier', (page) => page.goto(`${api.url}/sample-dossier`)],
];

const show = (page: Page, html: Buffer | string) => page.setContent(html.toString());

/** Edges of an element, in CSS pixels. */
type Edges = Record<'left' | 'right' | 'top' | 'bottom', number>;

/** True if one edge follows the other within the space between two rows. */
const near = (one: number, other: number) => other - one >= 0 && other - one < 50;

const edgesOf = (page: Page, selector: string) =>
  page.evaluate<Edges>(
    `(({ left, right, top, bottom }) => ({ left, right, top, bottom }))(document.querySelector('${selector}').getBoundingClientRect())`,
  );

test.each([
  {
    place: 'beside',
    width: 920,
    isThere: (matrix: Edges, list: Edges) => matrix.right <= list.left && near(matrix.top, list.top),
  },
  { place: 'right above', width: 390, isThere: (matrix: Edges, list: Edges) => near(matrix.bottom, list.top) },
])('the matrix of risks stands $place its list at $width px, and nothing is wider than the page', async (expected) => {
  const { width, isThere } = expected;
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  await show(page, await renderer.html(sampleFindings));
  await unfold(page);
  const [matrix, list] = [await edgesOf(page, '#risks figure'), await edgesOf(page, '#risks .rows')];
  expect({ matrix, list, isThere: isThere(matrix, list) }).toEqual({ matrix, list, isThere: true });
  expect(await pageWidth(page)).toBe(width);
  await page.close();
});

test.each(DOCUMENTS)(
  'captions of the tables of %s are as wide as the tables, on a phone and on a desk',
  async (_, open) => {
    for (const width of [390, 700, 701]) {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      await open(page);
      await unfold(page);
      const captions = await captionsIn(page);
      expect(captions.length).toBeGreaterThan(0);
      const narrow = captions.filter(({ share, lines }) => share < 0.9 || lines > 3);
      expect({ width, narrow }).toEqual({ width, narrow: [] });
      expect(await pageWidth(page)).toBe(width);
      await page.close();
    }
  },
);
