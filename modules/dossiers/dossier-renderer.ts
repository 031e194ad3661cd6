import { Failure } from '../../base/failures';
import { createTaskThread } from '../../base/task-thread';
import type { Findings } from '../findings/contract/findings';
import type { Portfolio } from '../findings/contract/portfolio';
import { htmlDossier } from './html/html-dossier';
import { dossierModel, type OpportunityEdition } from './model/dossier-model';
import type { CertificateModel } from './model/certificate-model';
import { pdfInput } from './pdf/pdf-input';

/**
 * Renders findings as documents. The same findings always give the same bytes, and text in findings is never executed.
 * HTML is returned in the form that we store, without typefaces; `withTypefaces` adds them when somebody opens the
 * document.
 */
export interface DossierRenderer {
  /** `portfolio` is the ranking of a search, null for an Idea Check. `opportunity` is a catalog dossier's heading. */
  html(findings: Findings, portfolio?: Portfolio | null, opportunity?: OpportunityEdition | null): Promise<Buffer>;
  pdf(findings: Findings, portfolio?: Portfolio | null, opportunity?: OpportunityEdition | null): Promise<Buffer>;
  certificate(model: CertificateModel): Promise<Buffer>;
}

/**
 * Creates a renderer. HTML takes about 1 ms, and a PDF takes 50 to 100 ms of CPU in a thread. `close` ends the thread
 * and rejects waiting calls; the next PDF starts another thread.
 */
export function createDossierRenderer(): DossierRenderer & { close(): Promise<void> } {
  const thread = createTaskThread<[input: string, template?: string], Uint8Array>({
    script: 'modules/dossiers/pdf/pdf-thread.js',
  });
  const print = async (task: [input: string, template?: string]) => {
    const { buffer, byteOffset, byteLength } = await thread.run(task);
    return Buffer.from(buffer, byteOffset, byteLength);
  };
  return {
    html: async (...subject) => Buffer.from(htmlDossier(dossierModel(...subject))),
    pdf: (...subject) => print([pdfInput(dossierModel(...subject))]),
    certificate: (model) => print([pdfInput(model), 'certificate.typ']),
    close: () => thread.close(),
  };
}

/** Prints findings as the PDF for sale and returns its page count. @throws Error if no count is found in the PDF */
export async function countPages(findings: Findings, title: string): Promise<number> {
  const renderer = createDossierRenderer();
  try {
    return pagesOf(await renderer.pdf(findings, null, { title, licence: null }));
  } finally {
    await renderer.close();
  }
}

/** Reads the page count from the root of the page tree (ISO 32000-1, 7.7.3.2), which Typst writes as text. */
function pagesOf(pdf: Buffer): number {
  const count = Number(/\/Type\s*\/Pages\s+\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);
  if (!(count > 0)) throw new Error('The PDF does not say how many pages it has.');
  return count;
}

/**
 * Maximum number of PDFs that wait for the printing thread, so that each is ready within the request limit of 4.5 s.
 */
const MAX_PRINTING = 50;
const RETRY_AFTER_S = 2;

/** Prints a document. Concurrent calls with the same key share one print. */
export type Printing<T> = (key: string, print: () => Promise<T>) => Promise<T>;

/** Limits the queue of the printing thread. @throws Failure `overloaded` while too many documents wait */
export function createPrinting<T>(): Printing<T> {
  const printing = new Map<string, Promise<T>>();
  return async (key, print) => {
    const underWay = printing.get(key);
    if (underWay) return underWay;
    if (printing.size >= MAX_PRINTING) throw new Failure('overloaded', { retryAfterSeconds: RETRY_AFTER_S });
    const printed = print().finally(() => printing.delete(key));
    printing.set(key, printed);
    return printed;
  };
}
