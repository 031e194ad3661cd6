import { appendFileSync } from 'node:fs';
import { groupBy } from '../../base/collections';

/** Seeded random choices (mulberry32). A seed and a name always produce the same sequence. */
export class Dice {
  private state: number;

  constructor(
    private readonly seed: number,
    name = '',
  ) {
    this.state = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed | 0);
  }

  /** An independent sequence, so that an actor's choices do not depend on other actors. */
  stream(name: string): Dice {
    return new Dice(this.seed, name);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!;
  }

  shuffled<T>(cards: readonly T[]): T[] {
    const left = [...cards];
    return cards.map(() => left.splice(Math.floor(this.next() * left.length), 1)[0]!);
  }
}

/* oxlint-disable no-console -- what a person who runs it reads */

const SHOWN_EVERY_MS = 5_000;
const SHOWN_OF_A_KIND = 3;
const LONGEST_EXCERPT = 25;
/** Our ids and the provider's. Account ids are excluded, because they would link unrelated objects. */
const IDS = /\b(?:ord|run|ent|opp|wdr|pi|cs_live|cs_test|du|re|tr|po)_\w+/g;

/** Records every event of a story in order, in memory and as JSON lines in a file. */
export class Journal {
  private readonly lines: string[] = [];
  private readonly counts = new Map<string, number>();
  private readonly begun = Date.now();

  constructor(private readonly file: string) {}

  /** Records and counts an action with its facts, such as ids. */
  note(what: string, facts: Record<string, unknown> = {}): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    const line = JSON.stringify({ second: this.second(), what, ...facts });
    this.lines.push(line);
    appendFileSync(this.file, `${line}\n`);
  }

  showProgress(faults: number): () => void {
    const of = (begin: string) =>
      [...this.counts].reduce((sum, [what, count]) => (`${what} `.startsWith(`${begin} `) ? sum + count : sum), 0);
    const show = () => {
      const counts = ['order', 'run of', 'withdrawal', 'dispute', 'refund by hand', 'broken promise'];
      const parts = [`${of('fault')} of ${faults} faults`, ...counts.map((begin) => `${of(begin)} ${begin}`)];
      console.log(`  ${this.second()} s, ${parts.join(', ')}${of('settling') > 0 ? ', settling' : ''}`);
    };
    const timer = setInterval(show, SHOWN_EVERY_MS);
    return () => clearInterval(timer);
  }

  printCounts(): void {
    for (const [what, count] of [...this.counts].toSorted(([a], [b]) => a.localeCompare(b)))
      console.log(`  ${String(count).padStart(6)}  ${what}`);
    console.log(`  ${this.second()} s in total`);
  }

  /** Prints each broken promise with the history of the objects it names. */
  printFlaws(flaws: readonly string[]): void {
    for (const [, alike] of groupBy(flaws, (flaw) => flaw.replaceAll(IDS, '…'))) {
      for (const [i, flaw] of alike.entries()) {
        console.log(`broken promise: ${flaw}`);
        if (i < SHOWN_OF_A_KIND) for (const line of this.about(flaw)) console.log(`    ${line}`);
      }
    }
  }

  private second(): number {
    return Math.round((Date.now() - this.begun) / 100) / 10;
  }

  /** The last lines that mention an id from the text, or an id that occurs in one of those lines. */
  private about(text: string): string[] {
    const mentioning = (ids: string[]) => this.lines.filter((line) => ids.some((id) => line.includes(id)));
    const idsIn = (line: string): string[] => line.match(IDS) ?? [];
    const own = idsIn(text);
    return mentioning([...own, ...mentioning(own).flatMap(idsIn)]).slice(-LONGEST_EXCERPT);
  }
}
