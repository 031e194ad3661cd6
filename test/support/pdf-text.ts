import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../contracts/package-root';

const READER = join(PACKAGE_ROOT, 'test', 'support', 'children', 'pdf-text.mjs');

/**
 * The text of each page of a PDF, without any white space: where a line breaks depends on the layout. Read in a child process
 * because pdfjs-dist is an ES module that Jest does not load.
 */
export function pdfPages(pdf: Buffer): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [READER], { input: pdf, maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr.toString());
  return (JSON.parse(stdout.toString()) as string[]).map(withoutSpace);
}

/** Text as {@link pdfPages} gives it, to compare with. */
export function withoutSpace(text: string): string {
  return text.replace(/[\s\u200b]+/gu, '');
}
