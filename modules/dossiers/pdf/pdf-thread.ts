/** Entry point of the PDF thread: prints the JSON of `pdfInput`. */
import { setImmediate } from 'node:timers/promises';
import { answerTasks } from '../../../base/task-thread';
import { typstCompiler } from './typst-compiler';

const compile = typstCompiler();

// Yields to the event loop. Otherwise a backlog would keep every document in memory (2 MB off-heap each).
answerTasks(
  ([input, template]: [input: string, template?: string]): Uint8Array => compile(input, template),
  () => setImmediate(),
);
