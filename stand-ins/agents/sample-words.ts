import { createHash } from 'node:crypto';
import type { ResearchBrief } from '../../contracts/agent-briefs';

const FILLER = new Set(
  (
    'about above after again all also and another any are around based because been before being best between both ' +
    'briefing bulletin can could daily digest does each every everyone explains find for from get gives good guide ' +
    'have help helps her his how idea into its just learn letter like long look make making many month monthly more ' +
    'most much must need new news newsletter newsletters not one only other our out over own people per post reader ' +
    'readers short should show shows small some such take than that the their them then there these they this those ' +
    'through too two under until use want way weekly week well were what when where which while who whose will with ' +
    'within without would year you your'
  ).split(' '),
);

/** Truncates a text to `length` code points, with an ellipsis in place of what was cut. */
export function clip(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(line);
  // Code points, because JSON Schema counts lengths in them.
  return points.length <= length
    ? line
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** Words of a brief without what findings may not hold: marks of Markdown, addresses, telephone numbers. */
export function harmless(text: string): string {
  return text.replace(/[@*_#`[\]()+]/gu, ' ').replace(/\d[\d\s./-]{5,}\d/gu, 'a number');
}

/** Capitalizes the first letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Up to `count` significant words of an idea, in order; a neutral word if there are none. */
export function keywords(idea: string, count: number): string[] {
  const words = idea.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]{2,30}/gu) ?? [];
  const significant = [...new Set(words)].filter((word) => !FILLER.has(word));
  return significant.length > 0 ? significant.slice(0, count) : ['the subject'];
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
