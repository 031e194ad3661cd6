import { join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { packTags } from './pack-tags';

const ASSETS = join(PACKAGE_ROOT, 'documents', 'assets');
const TEMPLATE = join(ASSETS, 'dossier.typ');
/** Renders after which Typst evicts an unused memoized value: keeps the template cached and frees the data. */
const CACHE_AGE = 5;

/** Share of the last page up to which it counts as nearly empty. */
const NEARLY_EMPTY = 0.33;

/**
 * Creates a function from the JSON of `pdfInput` to the bytes of the PDF. It blocks its thread while rendering and
 * keeps one compiler with loaded fonts; equal input gives equal bytes. A dossier whose last page would be nearly empty is
 * set closer, if that saves the page.
 *
 * @throws Error with Typst's diagnostics if the template does not compile, which no input should cause
 */
export function typstCompiler(): (dossier: string) => Buffer {
  const compiler = NodeCompiler.create({ workspace: ASSETS, fontArgs: [{ fontPaths: [join(ASSETS, 'fonts')] }] });
  const set = (inputs: Record<string, string>): NodeTypstDocument => {
    // `inputs` reaches the template as data and is never parsed as Typst.
    const compiled = compiler.compile({ mainFilePath: TEMPLATE, inputs });
    if (compiled.result) return compiled.result;
    const error = compiled.takeError();
    throw new Error(`The dossier did not compile: ${JSON.stringify(error && compiler.fetchDiagnostics(error))}`);
  };
  const endOf = (document: NodeTypstDocument) =>
    (compiler.query(document, { selector: '<end>', field: 'value' }) as [{ page: number; share: number }])[0];
  const written = (document: NodeTypstDocument) => packTags(compiler.pdf(document, { pdfTags: true }));
  return (dossier) => {
    try {
      const document = set({ dossier });
      const end = endOf(document);
      if (end.page === 1 || end.share > NEARLY_EMPTY) return written(document);
      const closer = set({ dossier, close: 'yes' });
      const chosen = endOf(closer).page < end.page ? closer : document;
      return written(chosen);
    } finally {
      compiler.evictCache(CACHE_AGE);
    }
  };
}
