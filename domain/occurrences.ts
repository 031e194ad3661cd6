/** Positions at which a text holds another one, in ascending order; linear in both (Knuth, Morris and Pratt). */
export function occurrences(text: string, sought: string): number[] {
  const found: number[] = [];
  if (sought === '') return found;
  const borders = bordersOf(sought);
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    while (matched > 0 && text.charCodeAt(i) !== sought.charCodeAt(matched)) matched = borders[matched - 1]!;
    if (text.charCodeAt(i) === sought.charCodeAt(matched)) matched += 1;
    if (matched === sought.length) {
      found.push(i - matched + 1);
      matched = borders[matched - 1]!;
    }
  }
  return found;
}

/** Length of the longest proper beginning of each beginning of a text that it also ends with. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let i = 1, length = 0; i < text.length; i++) {
    while (length > 0 && text.charCodeAt(i) !== text.charCodeAt(length)) length = borders[length - 1]!;
    if (text.charCodeAt(i) === text.charCodeAt(length)) length += 1;
    borders[i] = length;
  }
  return borders;
}
