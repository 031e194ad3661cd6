import { createHash } from 'node:crypto';
import type { ResearchBrief } from '../../contracts/agent';

/** Truncates a text to `length` code points, as JSON Schema counts them, with an ellipsis in place of the rest. */
export function clip(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(line);
  if (points.length <= length) return line;
  const kept = points.slice(0, length - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** Words of a brief without what findings may not hold: marks of Markdown, addresses, telephone numbers. */
export function harmless(text: string): string {
  return text.replace(/[@*_#`[\]()+]/gu, ' ').replace(/\d[\d\s./-]{5,}\d/gu, 'a number');
}

/** Capitalizes the first letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Pseudo-random numbers seeded by the brief: the same brief always gives the same sequence. */
export class Dice {
  private readonly bytes: Buffer;
  private next = 0;

  constructor(brief: ResearchBrief) {
    const seed = JSON.stringify([brief.idea, brief.audience, brief.geography]);
    this.bytes = createHash('sha512').update(seed).digest();
  }

  /** Next whole number from `low` to `high`, both included; range up to 65,536. */
  between(low: number, high: number): number {
    const at = (this.next * 2) % (this.bytes.length - 1);
    // Each round through the digest adds an offset, so long sequences do not repeat.
    const round = Math.floor((this.next * 2) / (this.bytes.length - 1));
    this.next++;
    const value = (this.bytes.readUInt16BE(at) + round * 7919) % 65_536;
    return low + Math.floor((value / 65_536) * (high - low + 1));
  }

  /** One of the values. */
  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }
}
