/** Entry point of the PDF thread: prints the JSON of `pdfInput`. */
import { setImmediate } from 'node:timers/promises';
import { answerTasks } from '../../../base/task-thread';
import { typstCompiler } from './typst-compiler';

const compile = typstCompiler();

// The compiler frees a document (2 MB off-heap) only on the next event loop turn. A backlog would hold all documents.
answerTasks(
  ([input, template]: [input: string, template?: string]): Uint8Array => compile(input, template),
  () => setImmediate(),
);
