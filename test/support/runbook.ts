import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';

/** Deployments for which a page has blocks of their own where they differ. */
export const DEPLOYMENTS = ['compose', 'kubernetes', 'cluster'] as const;
type Deployment = (typeof DEPLOYMENTS)[number];

/** A block of commands of a page of docs/. */
interface Block {
  /** Heading below which it stands. */
  section: string;
  /** Null where it is the same in every deployment. */
  deployment: Deployment | null;
  code: string;
}

const FENCE = /^( *)```sh(?: (\w+))?\n([\s\S]*?)\n\1```$/gm;

/** Blocks of commands of a page, in their order; `path` is below docs/. @throws Error for an unknown deployment */
export function blocksOf(path: string): Block[] {
  const text = readFileSync(join(PACKAGE_ROOT, 'docs', path), 'utf8');
  return [...text.matchAll(FENCE)].map(({ index, 1: indent, 2: name, 3: code }) => {
    const deployment = DEPLOYMENTS.find((known) => known === name) ?? null;
    if (name && !deployment) throw new Error(`docs/${path} has a block for ${name}: there is no such deployment`);
    const section = [...text.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '';
    return { section, deployment, code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

/**
 * Commands of one section for a deployment, as a person pastes them, with values in place of those that the
 * page shows (`NAME=value` on a line of its own).
 *
 * @throws Error if the section has none, or shows no such value
 */
export function commandsOf(
  path: string,
  section: string,
  deployment: Deployment,
  values: Readonly<Record<string, string>> = {},
): string {
  const blocks = blocksOf(path).filter(
    (block) => block.section === section && (block.deployment === null || block.deployment === deployment),
  );
  if (blocks.length === 0) throw new Error(`docs/${path} prints no commands under "${section}" for ${deployment}`);
  return filled(blocks.map(({ code }) => code).join('\n'), values);
}

/** @throws Error if the commands show no value of a name */
function filled(commands: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const shown = new RegExp(`^${name}=.*$`, 'm');
    if (!shown.test(text)) throw new Error(`No line ${name}=… is in these commands:\n${text}`);
    return text.replace(shown, () => `${name}='${value}'`);
  }, commands);
}
