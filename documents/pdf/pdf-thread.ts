/** Entry of the PDF thread: prints the JSON of `pdfInput`. */
import { answerTasks } from '../../platform/task-thread';
import { nativeMemoryFreed, typstCompiler } from './typst-compiler';

const compile = typstCompiler();

// Freed before the next one: otherwise a backlog would keep the memory of every document.
answerTasks((dossier: string): Uint8Array => compile(dossier), nativeMemoryFreed);
