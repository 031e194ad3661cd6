/** Seeded random choices (mulberry32): the same seed and name give the same sequence. */
export class Dice {
  private state: number;

  constructor(
    private readonly seed: number,
    name = '',
  ) {
    this.state = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed | 0);
  }

  /** An independent sequence: an actor's choices do not depend on what others did before. */
  stream(name: string): Dice {
    return new Dice(this.seed, name);
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`, both included. */
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
