import { visitRegExpAST, type AST } from '@eslint-community/regexpp';
import { isCharacters, matcherOf, treeOf, type Characters } from './pattern-steps';

/** A text that a pattern nearly matches: its `pump` repeated until the text has the wished length. */
export interface NearMatch {
  prefix: string;
  pump: string;
  suffix: string;
  /** What would make it a match, after the pump. */
  rest: string;
}

/** Text of a near match whose pump is repeated this often. */
export function textOf({ prefix, pump, suffix }: NearMatch, times: number): string {
  return prefix + pump.repeat(times) + suffix;
}

/** One of each kind of character that a pattern could distinguish. */
const CHARACTERS = [...' \t\naZ0_-.,"\'<>/\\=:;()[]{}&#|*@+?!%–é\u0301中'];

/** Characters of a pump at most: what is longer is repeated too rarely to matter. */
const MAX_PUMP = 60;

/** Runs that are shorter cost little however they are taken. */
const LONG_RUN = 30;

/**
 * Texts that go through the pattern as its syntax tree says, go on with what one of its runs, or its beginning, takes
 * again and again, and end as it does not want.
 */
export function nearMatches(pattern: RegExp): NearMatch[] {
  const tree = treeOf(pattern);
  const characters = distinguished(pattern, tree);
  const ends = ['\u0000', ...characters.map((one) => `${one}a${one}b`)];
  const found = new Map<string, NearMatch>();
  for (const place of new Places(pattern, characters).of(tree)) {
    for (const suffix of [...ends, `${place.rest}\u0000`]) {
      found.set([place.prefix, place.pump, suffix].join('\u0001'), { ...place, suffix });
    }
  }
  return [...found.values()];
}

class Places {
  constructor(
    private readonly pattern: RegExp,
    private readonly characters: readonly string[],
  ) {}

  /** Of all ways through these alternatives, begun after `before`. */
  of({ alternatives }: { alternatives: AST.Alternative[] }, before = ''): NearMatch[] {
    return alternatives.flatMap(({ elements }) => {
      let read = '';
      return elements.flatMap((element, i) => {
        const rest = elements
          .slice(i)
          .map((each) => this.example(each))
          .join('');
        const inside = this.within(element, before + read, rest);
        read += this.example(element);
        // What the pattern begins with, again and again: each is a place to begin.
        const begun = read === '' || read.length > MAX_PUMP ? [] : [{ prefix: before, pump: read, suffix: '', rest }];
        return [...inside, ...begun];
      });
    });
  }

  private within(element: AST.Element, before: string, rest: string): NearMatch[] {
    if (element.type === 'Quantifier') {
      const run = element.max < LONG_RUN ? [] : this.examples(element.element);
      const pumps = run.filter((pump) => pump !== '' && pump.length <= MAX_PUMP);
      return [
        ...pumps.map((pump) => ({ prefix: before, pump, suffix: '', rest })),
        ...this.within(element.element, before, rest),
      ];
    }
    return 'alternatives' in element ? this.of(element, before) : [];
  }

  /** A short text that the element takes. */
  private example(element: AST.Element): string {
    if (element.type === 'Quantifier') return this.example(element.element).repeat(Math.min(element.min || 1, 20));
    if (element.type === 'Assertion' && (element.kind !== 'lookbehind' || element.negate)) return '';
    return this.examples(element)[0] ?? '';
  }

  /** Texts that the element takes: one for each kind of character, or each alternative. */
  private examples(element: AST.Element): string[] {
    if (isCharacters(element)) {
      const taken = matcherOf(element, this.pattern);
      return this.characters.filter((one) => taken?.test(one));
    }
    if (!('alternatives' in element)) return element.type === 'Quantifier' ? [this.example(element)] : [];
    const parts = element.alternatives.map(({ elements }) => elements);
    return parts.flatMap((elements) => {
      const [only] = elements;
      if (elements.length === 1 && only!.type !== 'Quantifier') return this.examples(only!);
      return [elements.map((each) => this.example(each)).join('')];
    });
  }
}

/** One character for each set of parts of the pattern that take it. */
function distinguished(pattern: RegExp, tree: AST.Pattern): string[] {
  const parts = new Map<string, RegExp>();
  const literals = new Set<string>();
  const add = (node: Characters) => parts.set(node.raw, matcherOf(node, pattern));
  visitRegExpAST(tree, {
    onCharacterEnter(node) {
      literals.add(String.fromCodePoint(node.value));
      if (node.parent.type !== 'CharacterClass' && node.parent.type !== 'CharacterClassRange') add(node);
    },
    onCharacterClassEnter: add,
    onCharacterSetEnter(node) {
      if (node.parent.type !== 'CharacterClass') add(node);
    },
  });
  const kinds = new Map<string, string>();
  for (const character of [...CHARACTERS, ...literals]) {
    const kind = [...parts.values()].map((part) => Number(part.test(character))).join('');
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()];
}
