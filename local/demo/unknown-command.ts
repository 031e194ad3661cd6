/**
 * Error message where the words of a call are no idea: several of them, or one without a space. Null if they may be one.
 * Without a command the demo evaluates, so a mistyped command would be taken for an idea.
 */
export function unknownCommand(words: readonly string[]): string | null {
  const [first] = words;
  if (first === undefined || (words.length === 1 && /\s/.test(first.trim()))) return null;
  return [
    `error: unknown command '${first}'`,
    '  npm run demo -- "Your idea in a sentence"',
    '  npm run demo -- search "Who you are" --expertise "…"',
  ].join('\n');
}
