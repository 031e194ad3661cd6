import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import type { PdfAnswer, PdfTask } from './pdf-thread';
import { nativeMemoryFreed, typstCompiler } from './typst-compiler';

/** A thread runs built JavaScript only, also where this code itself runs from TypeScript (tests). */
const THREAD = join(PACKAGE_ROOT, 'dist', 'providers', 'dossier', 'pdf-thread.js');

/** Makes PDFs of what `pdfInput` gives, one after the other. */
export type PdfPrinter = { print(dossier: string): Promise<Buffer>; close(): Promise<void> };

/**
 * A printer with a thread of its own, since a PDF takes some 30 ms of computing in which the process could answer nobody else;
 * without a build it prints in the caller's thread. The thread starts with the first PDF and keeps no process alive while it
 * has nothing to do. After `close`, or when the thread dies, waiting prints are rejected; the next one starts a new thread.
 */
export function createPdfPrinter(): PdfPrinter {
  return existsSync(THREAD) ? printInThread() : printHere();
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
  let thread: PrintThread | undefined;
  return {
    print(dossier) {
      if (!thread?.alive) thread = new PrintThread();
      return thread.print(dossier);
    },
    close: async () => thread?.end(),
  };
}

type Waiting = { resolve: (pdf: Buffer) => void; reject: (cause: unknown) => void };

class PrintThread {
  alive = true;
  private readonly waiting = new Map<number, Waiting>();
  private readonly worker = new Worker(THREAD);
  private lastId = 0;

  constructor() {
    this.worker.on('message', (answer: PdfAnswer) => this.settle(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The PDF thread ended.')));
  }

  print(dossier: string): Promise<Buffer> {
    const task: PdfTask = { id: ++this.lastId, dossier };
    return new Promise((resolve, reject) => {
      this.waiting.set(task.id, { resolve, reject });
      this.worker.ref();
      this.worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    this.alive = false;
    await this.worker.terminate();
  }

  private settle(answer: PdfAnswer): void {
    const printed = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) this.worker.unref();
    if ('error' in answer) printed?.reject(new Error(answer.error));
    else printed?.resolve(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength));
  }

  private fail(error: unknown): void {
    this.alive = false;
    for (const printed of this.waiting.values()) printed.reject(error);
    this.waiting.clear();
  }
}
