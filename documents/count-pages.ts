import type { Findings } from '../contracts/findings';
import { createDossierRenderer } from './create-dossier-renderer';

/**
 * Number of pages of the PDF in which findings are sold under a title. Prints it, so it is for one document at a time.
 *
 * @throws Error where the PDF does not say how many pages it has
 */
export async function countPages(findings: Findings, title: string): Promise<number> {
  const renderer = createDossierRenderer();
  try {
    return pagesOf(await renderer.pdf(findings, null, { title, licence: null }));
  } finally {
    await renderer.close();
  }
}

/** Count in the root of the tree of pages (ISO 32000-1, 7.7.3.2), which Typst writes as text. */
function pagesOf(pdf: Buffer): number {
  const count = Number(/\/Type\s*\/Pages\s+\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);
  if (!(count > 0)) throw new Error('The PDF does not say how many pages it has.');
  return count;
}
