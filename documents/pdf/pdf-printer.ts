import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { createTaskThread } from '../../platform/task-thread';
import { nativeMemoryFreed, typstCompiler } from './typst-compiler';

/** Built script of the thread, below `dist/`. */
const SCRIPT = 'documents/pdf/pdf-thread.js';

/** Prints the output of `pdfInput` as PDFs, one at a time. */
export type PdfPrinter = { print(dossier: string): Promise<Buffer>; close(): Promise<void> };

/**
 * Creates a printer with its own thread, because a PDF takes 50 to 100 ms of CPU that would block the process; without a
 * build it prints in the caller's thread. The thread starts with the first PDF. After `close` waiting prints are
 * rejected; the next print starts a new thread.
 */
export function createPdfPrinter(): PdfPrinter {
  return existsSync(join(PACKAGE_ROOT, 'dist', SCRIPT)) ? printInThread() : printHere();
}

function printHere(): PdfPrinter {
  let compile: ReturnType<typeof typstCompiler> | undefined;
  return {
    async print(dossier) {
      const pdf = (compile ??= typstCompiler())(dossier);
      await nativeMemoryFreed();
      return pdf;
    },
    close: async () => {
      compile = undefined;
    },
  };
}

function printInThread(): PdfPrinter {
  const thread = createTaskThread<string, Uint8Array>({ script: SCRIPT });
  return {
    async print(dossier) {
      const { buffer, byteOffset, byteLength } = await thread.run(dossier);
      return Buffer.from(buffer, byteOffset, byteLength);
    },
    close: () => thread.close(),
  };
}
