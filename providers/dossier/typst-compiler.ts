import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { PACKAGE_ROOT } from '../../contracts/package-root';

const ASSETS = join(PACKAGE_ROOT, 'providers', 'dossier', 'assets');
const TEMPLATE = join(ASSETS, 'dossier.typ');
/** Renders that a memoised piece may go unused before Typst drops it: keeps the template warm, lets go of the data. */
const CACHE_AGE = 5;

/** Resolves once the compiler's memory of a document, about 2 MB outside the heap, is freed: when the event loop turns. */
export async function nativeMemoryFreed(): Promise<void> {
  await setImmediate();
}

/**
 * A function from the JSON of `pdfInput` to the bytes of the PDF. It blocks its thread while it renders and keeps one
 * compiler with the fonts loaded; the same input gives the same bytes.
 *
 * @throws Error with Typst's diagnostics when the template does not compile, which no input should cause
 */
export function typstCompiler(): (dossier: string) => Buffer {
  const compiler = NodeCompiler.create({ workspace: ASSETS, fontArgs: [{ fontPaths: [join(ASSETS, 'fonts')] }] });
  return (dossier) => {
    // `inputs` reaches the template as data and is never parsed as Typst.
    const compiled = compiler.compile({ mainFilePath: TEMPLATE, inputs: { dossier } });
    try {
      const { result } = compiled;
      if (!result) {
        const error = compiled.takeError();
        throw new Error(`The dossier did not compile: ${JSON.stringify(error && compiler.fetchDiagnostics(error))}`);
      }
      return compiler.pdf(result, { pdfTags: true });
    } finally {
      compiler.evictCache(CACHE_AGE);
    }
  };
}
