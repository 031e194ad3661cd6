/** Entry of the thread that makes PDFs: takes a {@link PdfTask} at a time and answers each with a {@link PdfAnswer}. */
import { parentPort } from 'node:worker_threads';
import { typstCompiler } from './typst-compiler';

/** `id` is chosen by the asker; `dossier` is the JSON of `pdfInput`. */
export type PdfTask = { id: number; dossier: string };
/** Holds the document or what went wrong. */
export type PdfAnswer = { id: number; pdf: Uint8Array } | { id: number; error: string };

const compile = typstCompiler();

parentPort?.on('message', ({ id, dossier }: PdfTask) => parentPort?.postMessage(answer(id, dossier)));

function answer(id: number, dossier: string): PdfAnswer {
  try {
    return { id, pdf: compile(dossier) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
