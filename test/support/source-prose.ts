import { parseSync } from '@swc/core';
import { readSources } from './store-source';

/** A text in the code, and the file that holds it. */
export interface Prose {
  place: string;
  text: string;
}

/** Texts of these rooms: string literals of several words or with a capital, and all parts of templates. */
export function proseIn(rooms: readonly string[]): Prose[] {
  return rooms
    .flatMap(readSources)
    .flatMap(({ path, text }) =>
      textsOf(parseSync(text, { syntax: 'typescript' })).map((prose) => ({ place: path, text: prose })),
    );
}

type Node = { type?: string; value?: unknown; raw?: string; source?: unknown };

function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, raw } = node as Node;
  if (type === 'ImportDeclaration' || type === 'TsImportType') return [];
  if (type === 'StringLiteral') return typeof value === 'string' && /\s|^[A-Z]/.test(value) ? [value] : [];
  if (type === 'TemplateElement') return raw ? [raw] : [];
  return Object.values(node).flatMap(textsOf);
}
