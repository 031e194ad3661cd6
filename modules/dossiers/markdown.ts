import { Parser } from 'htmlparser2';

/** Elements that are useless outside a browser. */
const SKIPPED = new Set(['nav', 'button', 'script', 'style', 'svg', 'form', 'template']);
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li dd dt div section article header figure figcaption details summary blockquote ul ol dl tr caption'.split(
    ' ',
  ),
);
const MARKS: Record<string, string> = { strong: '**', b: '**', em: '_', i: '_', caption: '**', q: '"' };
const CELLS = new Set(['td', 'th']);

/**
 * Converts one of our pages or dossiers to Markdown, and prefixes paths with `origin`. Supports only the elements that
 * we use, and escapes Markdown and HTML in text.
 */
function markdownOf(page: string, origin: string): string {
  const writer = new Writer(origin);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (part) => writer.text(part),
    onclosetag: (name) => writer.close(name),
  });
  parser.end(page);
  return writer.written();
}

/** {@link markdownOf} for a page or dossier in a buffer. */
export function asMarkdown(page: Buffer, origin: string): Buffer {
  return Buffer.from(markdownOf(page.toString(), origin));
}

class Writer {
  private readonly blocks: string[] = [];
  private block = '';
  private inMain = false;
  /** Nesting depth inside a skipped element. */
  private skipped = 0;
  private code: string | null = null;
  private inlineCode = false;
  private quoted = 0;
  private readonly targets: string[] = [];
  /** Item counts of the open lists; null for a list without numbers. */
  private readonly lists: (number | null)[] = [];
  private rows = 0;
  private cells = 0;
  /** True right after an opening marker such as `**`, where white space would break it. */
  private marked = false;
  /** Number of the current source, written before its title. */
  private number = '';

  constructor(private readonly origin: string) {}

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'main') this.inMain = true;
    if (!this.inMain) return;
    if (this.skipped > 0 || isSkipped(name, attributes)) {
      // Counts void elements too, because the parser reports a closing tag for them.
      this.skipped++;
      return;
    }
    if (this.code !== null) return;
    if (name === 'pre') {
      this.flush();
      this.code = attributes['data-language'] ?? '';
    } else if (name === 'dd') this.block = `${this.block.trimEnd()}: `;
    else if (BLOCKS.has(name)) this.flush();
    this.begin(name, attributes);
  }

  private begin(name: string, { href = '' }: Record<string, string>): void {
    if (/^h[1-6]$/.test(name)) {
      this.block = `${'#'.repeat(Number(name[1]))} ${this.number}`;
      this.number = '';
    } else if (name === 'ul' || name === 'ol') this.lists.push(name === 'ol' ? 0 : null);
    else if (name === 'li') this.block = this.nextItem();
    else if (name === 'dt') this.block = '- ';
    else if (name === 'blockquote') this.quoted++;
    else if (name === 'table') this.rows = 0;
    else if (name === 'code') {
      this.inlineCode = true;
      this.block += '`';
    } else if (name === 'br') this.block += ' ';
    else if (CELLS.has(name)) {
      this.cells++;
      this.block += '| ';
    } else if (name === 'a') {
      this.targets.push(targetOf(href, this.origin));
      this.block += '[';
    }
    this.block += MARKS[name] ?? '';
    this.marked = name in MARKS;
  }

  private nextItem(): string {
    const count = this.lists.at(-1) ?? null;
    if (count === null) return '- ';
    this.lists[this.lists.length - 1] = count + 1;
    return `${count + 1}. `;
  }

  text(part: string): void {
    if (!this.inMain || this.skipped > 0) return;
    const text = this.marked ? part.trimStart() : part;
    this.marked &&= text === '';
    if (this.code !== null) this.block += text;
    else this.block += this.inlineCode ? text.replaceAll('`', "'") : escaped(text);
  }

  close(name: string): void {
    if (!this.inMain) return;
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (name === 'pre') {
      this.blocks.push(`\`\`\`${this.code}\n${this.block.replace(/^\n/, '').trimEnd()}\n\`\`\``);
      [this.block, this.code] = ['', null];
    } else if (this.code === null) this.end(name);
  }

  private end(name: string): void {
    this.block = name in MARKS ? withMark(this.block, MARKS[name]!) : this.block;
    if (name === 'code') {
      this.inlineCode = false;
      this.block += '`';
    } else if (name === 'a') this.block += `](${this.targets.pop()})`;
    else if (CELLS.has(name)) this.block += ' ';
    else if (name === 'tr') this.endRow();
    else if (name === 'ul' || name === 'ol') this.lists.pop();
    if (name === 'main' || (BLOCKS.has(name) && name !== 'dt')) this.flush();
    if (name === 'blockquote') this.quoted--;
    if (name === 'main') this.inMain = false;
  }

  private endRow(): void {
    this.block += '|';
    this.flush();
    if (this.rows++ === 0) this.blocks.push('| --- '.repeat(this.cells) + '|');
    this.cells = 0;
  }

  private flush(): void {
    const block = this.block.replace(/\s+/g, ' ').trim();
    this.block = '';
    const [, number] = /^(?:- |\d+\. )?(\\\[\d+\\\])$/.exec(block) ?? [];
    if (number) this.number = `${number} `;
    // A list item or heading that begins with a nested block has no text after its marker.
    if (!block || number || /^(?:-|\d+\.|#+)$/.test(block)) return;
    this.blocks.push((this.quoted > 0 ? '> ' : '') + block);
  }

  written(): string {
    return `${this.blocks.map((block, at) => separator(this.blocks[at - 1], block) + block).join('')}\n`;
  }
}

/**
 * Link target with escaped brackets. An unescaped bracket would end the link, and a page could then inject another.
 */
function targetOf(href: string, origin: string): string {
  return new URL(href, `${origin}/`).href.replace(/[()[\]\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** True for elements to skip. Buttons that show a source are kept, because they contain its number. */
function isSkipped(name: string, attributes: Record<string, string>): boolean {
  const cites = name === 'button' && attributes.popovertarget !== undefined;
  return (SKIPPED.has(name) && !cites) || attributes['aria-hidden'] === 'true';
}

/** Escapes Markdown and HTML, including pipes, which would end a table cell. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<|]/g, '\\$&')
    .replace(/^([ \t]*)(~{3}|(?:#{1,6}|[-+>])(?=\s|$))/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})(?=\.(?:\s|$))/gm, '$1\\');
}

/** Closes a marker right after the last word, because `**word **` is not bold. Drops a marker without text. */
function withMark(block: string, mark: string): string {
  const text = block.trimEnd();
  if (text.endsWith(mark)) return text.slice(0, -mark.length);
  return text + mark + block.slice(text.length);
}

function separator(before: string | undefined, block: string): string {
  if (before === undefined) return '';
  const isList = (text: string) => /^(?:- |\d+\. |\| )/.test(text);
  return isList(before) && isList(block) ? '\n' : '\n\n';
}
