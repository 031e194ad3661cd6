/**
 * Part of `npm run check`: docs, comments and test titles follow the style in CONTRIBUTING.md, and commit subjects stay
 * within their length. Each rule names a habit that crept in before. Delete a rule that flags good English.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Phrases that nobody says at a whiteboard, each with a way to write it. */
const PHRASES = [
  [/\b(?:of|by) (?:which|whom)\b/i, 'start a new sentence'],
  [/\bwho(?:m|so)?ever\b/i, 'name the person: the caller, the buyer, the operator'],
  [
    /(?:^|[.;:] )What (?!if\b|to\b|happens\b|it\b|is\b|changed\b|was\b|you\b|we\b|they\b)[^.?]*(?:[.;]|$)/,
    'name the subject instead of "what ..."',
  ],
  [
    /(?<!there )\b(?:is|are|was|were|has|have|had) none\b(?! of\b)/,
    'say "there is no ..." or "blank", "empty", "missing"',
  ],
  [/\b(?:that|which) stands?\b|\bstands? in\b/, '"is in", "applies"'],
  [/\b(?:is|are|was|were|be) told\b/, '"is notified", "learns", "we tell"'],
  [/\bhand(?:s|ed|ing)? in\b/, '"submit"'],
  [/\bof (?:its|their|his) own\b/, '"its own"'],
  [/\bfor good\b/, '"permanently"'],
  [/\bno [a-z]+,? nor\b|\bnor (?:is|are|does|do|can|has)\b/, '"and no", or two sentences'],
  [/\banew\b|\bbefalls?\b|\bdearest\b|\bwhereof\b|\bthereof\b|\bhenceforth\b|\bthereby\b/, 'a word of today'],
  [/\bcatalogues?\b|\bcancelled\b|\bbehaviours?\b|\bcolours?\b|\blicence\b/i, 'the American spelling'],
  [/\b(?:comes|come|came) (?:to nothing|of it)\b/, '"fails", "results"'],
  [
    /(?:^|\. )(?:Left|Kept|Measured|Counted|Refused|Shown|Named|Missing|Listed) (?:are|is|was|were)\b/,
    'put the subject first',
  ],
  [/\bthe other (?:way|one)s? round\b|\bto no avail\b/, 'say it directly'],
];
/** Most words in a sentence of prose. */
const LONGEST_SENTENCE = 32;
const LONGEST_TITLE = 90;
const LONGEST_SUBJECT = 72;
/** Files kept as they were released or recorded, or generated from something that is checked. */
const KEPT = /^(?:prisma\/migrations\/|test\/(?:fixtures|replay\/histories|upgrade)\/|docs\/openapi\/)/;

const lines = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const files = lines('git', 'ls-files', '--cached', '--others', '--exclude-standard').filter(
  (path) =>
    /\.(?:md|[cm]?[jt]s|py|prisma)$/.test(path) && existsSync(path) && !KEPT.test(path) && path !== 'test/words.mjs',
);

/** Paragraphs of prose, each with its first line. Code, tables and headings in Markdown are not prose. */
function paragraphsOf(path, text) {
  const markdown = path.endsWith('.md');
  const paragraphs = [];
  let open;
  let fenced = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (markdown && /^\s*```/.test(line)) fenced = !fenced;
    const prose = markdown
      ? fenced || /^\s*(?:\||#|```)/.test(line)
        ? undefined
        : line.trim()
      : commentIn(path, line);
    if (!prose) open = undefined;
    else if (open === undefined || /^(?:[-*] |\d+\. |@)/.test(prose))
      paragraphs.push((open = { line: index + 1, text: prose }));
    else open.text += ` ${prose}`;
  }
  return paragraphs.map(({ line, text: prose }) => ({
    line,
    text: prose.replaceAll(/`[^`]*`|"[^"]*"|\([^)]*\)|\S+\/\S+/g, '…'),
  }));
}

function commentIn(path, line) {
  if (/\.py$/.test(path)) return /^\s*# (.*)/.exec(line)?.[1];
  return /(?:^\s*(?:\/\*\*?|\*(?!\/)|\/\/\/?)|\s\/\/ )\s*(.*?)(?:\*\/)?$/.exec(line)?.[1]?.trim();
}

const found = [];
for (const path of files) {
  const text = readFileSync(path, 'utf8');
  for (const { line, text: prose } of paragraphsOf(path, text)) {
    for (const [pattern, instead] of PHRASES)
      if (pattern.test(prose)) found.push(`${path}:${line}: "${pattern.exec(prose)[0].trim()}": ${instead}`);
    for (const sentence of prose.split(/(?<=[.!?;:]) /)) {
      const words = sentence.split(/\s+/).length;
      if (words > LONGEST_SENTENCE) found.push(`${path}:${line}: a sentence of ${words} words: split it`);
    }
  }
  if (path.endsWith('.test.ts'))
    for (const [, , title] of text.matchAll(/^\s*(?:(?:test|describe)\b[^'"`\n]*|\]\)\()(['"`])(.*?)\1, /gm))
      if (title.length > LONGEST_TITLE) found.push(`${path}: a title of ${title.length} characters: "${title}"`);
}
for (const subject of lines('git', 'log', '-50', '--format=%s'))
  if (subject.length > LONGEST_SUBJECT) found.push(`commit of ${subject.length} characters: "${subject}"`);

for (const finding of found) process.stderr.write(`${finding}\n`);
process.exitCode = found.length > 0 ? 1 : 0;
