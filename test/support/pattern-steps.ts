import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** What a backtracking matcher did with a text. */
export interface Steps {
  steps: number;
  /** Undefined where it was stopped at its limit. */
  matches: boolean | undefined;
}

/**
 * Counts the steps that a backtracking matcher takes: characters compared, alternatives chosen, places given back. Unlike
 * milliseconds they are the same on each machine. Whether the pattern matches is what ECMAScript says (section 22.2.2), with
 * no optimization of an engine: what it counts is at least as much as V8 does.
 */
export class StepCounter {
  readonly #program: Program;
  readonly #unicode: boolean;
  readonly #sticky: boolean;

  constructor(pattern: RegExp) {
    this.#unicode = pattern.unicode || pattern.flags.includes('v');
    this.#sticky = pattern.sticky;
    this.#program = new Compiler(pattern).program(treeOf(pattern), 1);
  }

  /** The steps until a match begins anywhere in the text, or nowhere; at most `limit`. */
  count(text: string, limit = Infinity): Steps {
    const characters = this.#unicode ? [...text] : text.split('');
    const run = new Run(characters, limit);
    const last = this.#sticky ? 0 : characters.length;
    for (let at = 0; at <= last && run.steps <= limit; at++) {
      if (run.matches(this.#program, at)) return { steps: run.steps, matches: true };
    }
    return { steps: run.steps, matches: run.steps > limit ? undefined : false };
  }
}

/** The syntax tree of a pattern. */
export function treeOf(pattern: RegExp): AST.Pattern {
  return new RegExpParser().parsePattern(pattern.source, 0, pattern.source.length, {
    unicode: pattern.unicode,
    unicodeSets: pattern.flags.includes('v'),
  });
}

/** Parts of a pattern that take one character. */
export type Characters = AST.Character | AST.CharacterClass | AST.CharacterSet;

/** Whether a part of a pattern takes one character. */
export function isCharacters(node: AST.Node): node is Characters {
  return node.type === 'Character' || node.type === 'CharacterClass' || node.type === 'CharacterSet';
}

/** Whether such a part takes a given character, as the engine itself says. */
export function matcherOf({ raw }: Characters, { flags }: RegExp): RegExp {
  return new RegExp(`^${raw}$`, flags.replaceAll(/[gym]/g, ''));
}

type Instruction =
  | { op: 'character'; takes: (character: string) => boolean }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'holds'; at: (characters: readonly string[], at: number) => boolean }
  | { op: 'look'; program: Program; negate: boolean }
  /** Remembers where an iteration begins. */
  | { op: 'begin'; loop: number }
  /** Gives an iteration back that took nothing: it would begin for ever. */
  | { op: 'moved'; loop: number }
  | { op: 'match' };

interface Program {
  instructions: Instruction[];
  /** 1 reads forwards; -1 backwards, as a lookbehind does. */
  direction: 1 | -1;
}

class Compiler {
  #loops = 0;
  readonly #takes = new Map<string, (character: string) => boolean>();

  constructor(private readonly pattern: RegExp) {}

  program({ alternatives }: { alternatives: AST.Alternative[] }, direction: 1 | -1): Program {
    const program: Program = { instructions: [], direction };
    this.#alternatives(alternatives, program);
    program.instructions.push({ op: 'match' });
    return program;
  }

  #alternatives([first, ...others]: AST.Alternative[], program: Program): void {
    const { instructions, direction } = program;
    const split = { op: 'split' as const, first: instructions.length + 1, second: 0 };
    if (others.length > 0) instructions.push(split);
    const elements = direction === 1 ? first!.elements : first!.elements.toReversed();
    for (const element of elements) this.#element(element, program);
    if (others.length === 0) return;
    const jump = { op: 'jump' as const, to: 0 };
    instructions.push(jump);
    split.second = instructions.length;
    this.#alternatives(others, program);
    jump.to = instructions.length;
  }

  #element(element: AST.Element, program: Program): void {
    const { instructions } = program;
    if (isCharacters(element)) instructions.push({ op: 'character', takes: this.#takesOf(element) });
    else if (element.type === 'Quantifier') this.#quantifier(element, program);
    else if (element.type === 'Group' || element.type === 'CapturingGroup') {
      this.#alternatives(element.alternatives, program);
    } else if (element.type === 'Assertion') instructions.push(this.#assertion(element));
    else throw new Error(`StepCounter cannot count ${element.type}: ${String(this.pattern)}`);
  }

  #quantifier({ element, min, max, greedy }: AST.Quantifier, program: Program): void {
    const { instructions } = program;
    for (let i = 0; i < min; i++) this.#element(element, program);
    const ends: { op: 'split'; first: number; second: number }[] = [];
    for (let i = min; i < (max === Infinity ? min + 1 : max); i++) {
      const split = { op: 'split' as const, first: 0, second: 0 };
      const begin = instructions.length;
      instructions.push(split);
      split[greedy ? 'first' : 'second'] = instructions.length;
      ends.push(split);
      const loop = this.#loops++;
      instructions.push({ op: 'begin', loop });
      this.#element(element, program);
      instructions.push({ op: 'moved', loop });
      if (max === Infinity) instructions.push({ op: 'jump', to: begin });
    }
    for (const split of ends) split[greedy ? 'second' : 'first'] = instructions.length;
  }

  #assertion(assertion: AST.Assertion): Instruction {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const program = this.program(assertion, assertion.kind === 'lookahead' ? 1 : -1);
      return { op: 'look', program, negate: assertion.negate };
    }
    const { multiline, flags } = this.pattern;
    const newline = (character: string | undefined) => multiline && /^[\n\r\u2028\u2029]$/.test(character ?? '');
    if (assertion.kind !== 'word') {
      const isStart = assertion.kind === 'start';
      return {
        op: 'holds',
        at: (all, at) => at === (isStart ? 0 : all.length) || newline(all[isStart ? at - 1 : at]),
      };
    }
    const { negate } = assertion;
    const word = new RegExp('^\\w$', flags.replaceAll(/[gym]/g, ''));
    const isWord = (character: string | undefined) => character !== undefined && word.test(character);
    return { op: 'holds', at: (all, at) => (isWord(all[at - 1]) !== isWord(all[at])) !== negate };
  }

  #takesOf(element: Characters): (character: string) => boolean {
    const known = this.#takes.get(element.raw);
    if (known) return known;
    const matcher = matcherOf(element, this.pattern);
    const answers = new Map<string, boolean>();
    const takes = (character: string) => {
      const answer = answers.get(character) ?? matcher.test(character);
      answers.set(character, answer);
      return answer;
    };
    this.#takes.set(element.raw, takes);
    return takes;
  }
}

class Run {
  steps = 0;
  /** Where the iteration that runs began, by loop. */
  readonly #begun: number[] = [];

  constructor(
    private readonly characters: readonly string[],
    private readonly limit: number,
  ) {}

  /** Whether the program matches from here; false too once the limit is reached. */
  matches({ instructions, direction }: Program, start: number): boolean {
    // Places to go on from when what follows does not match, as two numbers: the next instruction and the character; or
    // what a loop remembered before it began again: its number, negative, and the character.
    const kept = [0, start];
    while (kept.length > 0) {
      let at = kept.pop()!;
      let to = kept.pop()!;
      if (to < 0) {
        this.#begun[~to] = at;
        continue;
      }
      for (;;) {
        if (++this.steps > this.limit) return false;
        const one = instructions[to++]!;
        if (one.op === 'character') {
          const character = this.characters[direction === 1 ? at : at - 1];
          if (character === undefined || !one.takes(character)) break;
          at += direction;
        } else if (one.op === 'split') {
          kept.push(one.second, at);
          to = one.first;
        } else if (one.op === 'begin') {
          kept.push(~one.loop, this.#begun[one.loop] ?? -1);
          this.#begun[one.loop] = at;
        } else if (one.op === 'jump') to = one.to;
        else if (one.op === 'match') return true;
        else if (!this.#holds(one, at)) break;
      }
    }
    return false;
  }

  #holds(one: Instruction & { op: 'holds' | 'look' | 'moved' }, at: number): boolean {
    if (one.op === 'moved') return this.#begun[one.loop] !== at;
    if (one.op === 'holds') return one.at(this.characters, at);
    return this.matches(one.program, at) !== one.negate;
  }
}
