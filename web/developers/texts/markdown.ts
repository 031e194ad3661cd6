import { Parser } from 'htmlparser2';

/** Elements that say nothing without the page around them. */
const SKIPPED = new Set(['nav', 'button', 'script', 'style', 'svg', 'form']);
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'li', 'dd', 'dt', 'div', 'section', 'ul', 'ol', 'dl', 'tr']);
const MARKS: Record<string, string> = { strong: '**', b: '**', em: '_' };

/**
 * Markdown of the content of one of our pages: headings, paragraphs, lists, code and links, whose paths get `origin` in
 * front. It knows the elements that our pages use, not all of HTML.
 */
export function markdownOf(page: string, origin: string): string {
  const blocks: string[] = [];
  let text = '';
  let inMain = false;
  let skipped = 0;
  let code: string | null = null;
  let targets: string[] = [];
  const flush = () => {
    const block = code === null ? text.replace(/\s+/g, ' ').trim() : text;
    if (block && block !== '-') blocks.push(block);
    text = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'main') inMain = true;
      if (!inMain) return;
      if (skipped > 0 || SKIPPED.has(name)) skipped++;
      else if (name === 'pre') {
        flush();
        code = attributes['data-language'] ?? '';
      } else if (code !== null) return;
      else if (name === 'dd') text = `${text.trimEnd()}: `;
      else if (BLOCKS.has(name)) flush();
      if (skipped > 0 || code !== null) return;
      if (/^h[1-4]$/.test(name)) text = `${'#'.repeat(Number(name[1]))} `;
      else if (name === 'li' || name === 'dt') text = '- ';
      else if (name === 'code') text += '`';
      else if (name === 'a') {
        targets.push(new URL(attributes.href ?? '', `${origin}/`).href);
        text += '[';
      } else text += MARKS[name] ?? '';
    },
    ontext(part) {
      if (inMain && skipped === 0) text += part;
    },
    onclosetag(name) {
      if (!inMain) return;
      if (skipped > 0) skipped--;
      else if (name === 'main') {
        flush();
        inMain = false;
      } else if (name === 'pre') {
        blocks.push(`\`\`\`${code}\n${text.replace(/^\n|\s+$/g, '')}\n\`\`\``);
        text = '';
        code = null;
      } else if (code !== null) return;
      else if (name === 'code') text += '`';
      else if (name === 'a') text += `](${targets.pop()})`;
      else if (name in MARKS) text += MARKS[name];
      else if (BLOCKS.has(name) && name !== 'dt') flush();
    },
  });
  parser.end(page);
  targets = [];
  return `${blocks.map((block, at) => separator(blocks[at - 1], block) + block).join('')}\n`;
}

function separator(before: string | undefined, block: string): string {
  if (before === undefined) return '';
  return before.startsWith('- ') && block.startsWith('- ') ? '\n' : '\n\n';
}
