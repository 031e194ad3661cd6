/** Entry of the thread that makes PDFs: takes a {@link PdfTask} at a time and answers each with a {@link PdfAnswer}. */
import { parentPort } from 'node:worker_threads';
import { nativeMemoryFreed, typstCompiler } from './typst-compiler';

/** `id` is chosen by the asker; `dossier` is the JSON of `pdfInput`. */
export type PdfTask = { id: number; dossier: string };
/** Holds the document or what went wrong. */
export type PdfAnswer = { id: number; pdf: Uint8Array } | { id: number; error: string };

const compile = typstCompiler();

// One after the other: a backlog that is worked off in one turn of the loop would keep the memory of every document.
let printing = Promise.resolve();
parentPort?.on('message', ({ id, dossier }: PdfTask) => {
  printing = printing.then(() => {
    parentPort?.postMessage(answer(id, dossier));
    return nativeMemoryFreed();
  });
});

function answer(id: number, dossier: string): PdfAnswer {
  try {
    return { id, pdf: compile(dossier) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
