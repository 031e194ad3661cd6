import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { RECOMMENDATION_LABELS } from '../../domain/verdict-words';
import { findingsFixture } from '../support/findings-fixture';
import { pdfPages, withoutSpace } from '../support/pdf-text';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

test('the cover says title, verdict, date and owner, and its contents name the page of each section', async () => {
  const licence = { owner: 'buyer@example.com', orderId: 'ord_1', soldAt: '2026-11-19T10:00:00.000Z' };
  const findings = findingsFixture();
  const pages = pdfPages(await renderer.pdf(findings, null, { title: 'A letter on wells', licence }));
  const cover = pages[0]!;
  for (const said of ['A letter on wells', RECOMMENDATION_LABELS[findings.verdict.recommendation], licence.owner]) {
    expect(cover).toContain(withoutSpace(said));
  }
  expect(cover).toMatch(/Date[A-Z][a-z]+\d+,2026/);
  const sections = [
    'Executive summary',
    'Scores in detail',
    'Competitors',
    'Risks',
    'Evidence',
    'Method and provenance',
  ];
  const places = sections.map((section) => Number(new RegExp(`${withoutSpace(section)}(\\d+)`).exec(cover)?.[1]));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [i, place] of places.entries()) expect(pages[place - 1]).toContain(withoutSpace(sections[i]!));
  expect(places[0]).toBe(2);
});
