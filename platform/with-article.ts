/** A name with its indefinite article, by its first letter: `an Idea Check`, `a Custom Search`. */
export function withArticle(name: string): string {
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}
