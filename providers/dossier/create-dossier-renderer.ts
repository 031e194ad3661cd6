import { dossierModel } from './dossier-model';
import type { DossierRenderer } from './dossier-renderer';
import { htmlDossier } from './html-dossier';
import { pdfInput } from './pdf-input';
import { typstCompiler } from './typst-compiler';

/**
 * Renders dossiers in this process, without network. The PDF compiler and its fonts are loaded with the first PDF and kept;
 * `close` lets go of them.
 */
export function createDossierRenderer(): DossierRenderer & { close(): Promise<void> } {
  let compile: ReturnType<typeof typstCompiler> | undefined;
  return {
    html: async (findings) => Buffer.from(htmlDossier(dossierModel(findings))),
    pdf: async (findings) => (compile ??= typstCompiler())(pdfInput(dossierModel(findings))),
    close: async () => {
      compile = undefined;
    },
  };
}
