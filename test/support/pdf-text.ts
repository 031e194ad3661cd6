import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

const READER = join(PACKAGE_ROOT, 'test', 'support', 'children', 'pdf-text.mjs');

/**
 * Extracts the text of each page of a PDF without white space, because line breaks depend on the layout. Runs in a
 * child process because pdfjs-dist is an ES module, which Jest does not load.
 */
export function pdfPages(pdf: Buffer): string[] {
  return read(pdf).map(withoutSpace);
}

/** Tags of each page of a PDF, which screen readers follow, as JSON. */
export function pdfTags(pdf: Buffer): string[] {
  return read(pdf, '--tags');
}

function read(pdf: Buffer, ...options: string[]): string[] {
  const bounds = { input: pdf, maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [READER, ...options], bounds);
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as string[];
}

/** Normalizes text for comparison with {@link pdfPages}. */
export function withoutSpace(text: string): string {
  return text.replace(/[\s\u200b]+/gu, '');
}
