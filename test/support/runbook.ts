import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';

/** Deployments for which a page may have separate command blocks. */
export const DEPLOYMENTS = ['compose', 'kubernetes', 'cluster'] as const;
type Deployment = (typeof DEPLOYMENTS)[number];

/** A command block of a section. */
interface Block {
  section: string;
  /** Null if the block applies to every deployment. */
  deployment: Deployment | null;
  code: string;
  /** True if the block comes before the sentence that says whom to notify. Such a block only shows information. */
  isLook: boolean;
}

const FENCE = /^( *)```sh(?: (\w+))?\n([\s\S]*?)\n\1```$/gm;

/** Sections of a page in order, each up to the next heading. `path` is relative to docs/. */
export function sectionsOf(path: string): { heading: string; text: string }[] {
  const page = readFileSync(join(PACKAGE_ROOT, 'docs', path), 'utf8');
  return page.split(/^(?=#+ )/m).map((text) => ({ heading: /^#+ (.+)\n/.exec(text)![1]!, text }));
}

/** Command blocks of a page in order. @throws Error for an unknown deployment */
export function blocksOf(path: string): Block[] {
  return sectionsOf(path).flatMap(({ heading: section, text }) => {
    const fix = text.search(/^(?:Page|Notify) \*\*/m);
    return [...text.matchAll(FENCE)].map(({ index, 1: indent, 2: name, 3: code }) => {
      const deployment = DEPLOYMENTS.find((known) => known === name) ?? null;
      if (name && !deployment) throw new Error(`docs/${path} has a block for ${name}: there is no such deployment`);
      const plain = code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return { section, deployment, code: plain, isLook: index < fix };
    });
  });
}

/**
 * Commands of one section for a deployment, ready to paste. Replaces the page's example values, which are on separate
 * lines (`NAME=value`), with `values`.
 * @throws Error if the section has no commands or does not show one of the values
 */
export function commandsOf(
  path: string,
  section: string,
  deployment: Deployment,
  values: Readonly<Record<string, string>> = {},
): string {
  return filled(
    joined(path, deployment, (block) => block.section === section),
    values,
  );
}

/** Commands at the top of an alert's page, which investigate the alert, and the commands that resolve it. */
export function commandsOfAlert(path: string, alert: string, deployment: Deployment) {
  const top = sectionsOf(path)[0]!.heading;
  return {
    look: joined(path, deployment, (block) => block.section === top || (block.section === alert && block.isLook)),
    cure: joined(path, deployment, (block) => block.section === alert && !block.isLook),
  };
}

function joined(path: string, deployment: Deployment, isMeant: (block: Block) => boolean): string {
  const blocks = blocksOf(path).filter((block) => (block.deployment ?? deployment) === deployment && isMeant(block));
  if (blocks.length === 0) throw new Error(`docs/${path} prints no such commands for ${deployment}`);
  return blocks.map(({ code }) => code).join('\n');
}

/** @throws Error if the commands do not set one of the values */
function filled(commands: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const shown = new RegExp(`^${name}=.*$`, 'm');
    if (!shown.test(text)) throw new Error(`No line ${name}=… is in these commands:\n${text}`);
    return text.replace(shown, () => `${name}='${value}'`);
  }, commands);
}
