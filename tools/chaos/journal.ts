import { appendFileSync } from 'node:fs';

/** Record of everything that happened in a story, in order, in memory and as lines of JSON in a file. */
export class Journal {
  private readonly lines: string[] = [];
  private readonly counts = new Map<string, number>();
  private readonly begun = Date.now();

  constructor(readonly file: string) {}

  /** Notes an action with its facts, such as the ids that it concerns, and counts it. */
  note(what: string, facts: Record<string, unknown> = {}): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    const line = JSON.stringify({ second: this.second(), what, ...facts });
    this.lines.push(line);
    appendFileSync(this.file, `${line}\n`);
  }

  /** Number of actions by name. */
  counted(): Map<string, number> {
    return this.counts;
  }

  /** Seconds since the beginning, in tenths. */
  second(): number {
    return Math.round((Date.now() - this.begun) / 100) / 10;
  }

  /** The last lines that mention an id of a text, or an id of one of those lines: the history of one order or run. */
  about(text: string): string[] {
    const own = this.mentioning(idsIn(text));
    return this.mentioning([...idsIn(text), ...own.flatMap(idsIn)]).slice(-LONGEST_EXCERPT);
  }

  private mentioning(ids: string[]): string[] {
    return this.lines.filter((line) => ids.some((id) => line.includes(id)));
  }
}

const LONGEST_EXCERPT = 25;

// Ids of ours and of the provider; accounts are left out, because they connect everything.
function idsIn(text: string): string[] {
  return text.match(/\b(?:ord|run|ent|opp|wdr|pi|cs_live|cs_test|du|re|tr|po)_\w+/g) ?? [];
}
