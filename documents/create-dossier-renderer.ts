import type { DossierRenderer } from './dossier-renderer';
import { htmlDossier } from './html/html-dossier';
import { dossierModel } from './model/dossier-model';
import { pdfInput } from './pdf/pdf-input';
import { createPdfPrinter } from './pdf/pdf-printer';

/**
 * Creates a renderer that needs no network: HTML in the caller's thread (about 1 ms), PDF in a separate thread. `close`
 * ends that thread and rejects waiting calls.
 */
export function createDossierRenderer(): DossierRenderer & { close(): Promise<void> } {
  const printer = createPdfPrinter();
  return {
    html: async (...subject) => Buffer.from(htmlDossier(dossierModel(...subject))),
    pdf: async (...subject) => printer.print(pdfInput(dossierModel(...subject))),
    close: () => printer.close(),
  };
}
