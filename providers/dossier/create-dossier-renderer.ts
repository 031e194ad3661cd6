import { dossierModel } from './dossier-model';
import type { DossierRenderer } from './dossier-renderer';
import { htmlDossier } from './html-dossier';
import { pdfInput } from './pdf-input';
import { createPdfPrinter } from './pdf-printer';

/**
 * Renders dossiers on this machine without network: HTML in the caller's thread (about 1 ms), PDF in a thread of its own.
 * `close` ends that thread and rejects what still waits for it.
 */
export function createDossierRenderer(): DossierRenderer & { close(): Promise<void> } {
  const printer = createPdfPrinter();
  return {
    html: async (findings, portfolio) => Buffer.from(htmlDossier(dossierModel(findings, portfolio))),
    pdf: async (findings, portfolio) => printer.print(pdfInput(dossierModel(findings, portfolio))),
    close: () => printer.close(),
  };
}
