/* oxlint-disable no-console -- what a person who runs it reads */
import { appendFileSync } from 'node:fs';
import { groupBy } from '../../domain/group-by';

const SHOWN_EVERY_MS = 5_000;
const SHOWN_OF_A_KIND = 3;
const LONGEST_EXCERPT = 25;
/** Ids of ours and of the provider; accounts are left out, because they connect everything. */
const IDS = /\b(?:ord|run|ent|opp|wdr|pi|cs_live|cs_test|du|re|tr|po)_\w+/g;

/** Record of everything that happened in a story, in order, in memory and as lines of JSON in a file. */
export class Journal {
  private readonly lines: string[] = [];
  private readonly counts = new Map<string, number>();
  private readonly begun = Date.now();

  constructor(private readonly file: string) {}

  /** Notes an action with its facts, such as the ids that it concerns, and counts it. */
  note(what: string, facts: Record<string, unknown> = {}): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    const line = JSON.stringify({ second: this.second(), what, ...facts });
    this.lines.push(line);
    appendFileSync(this.file, `${line}\n`);
  }

  /** Prints a line of progress every few seconds until the returned function is called. */
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

  /** Prints how often each action and each kind of fault happened, and the time. */
  printCounts(): void {
    for (const [what, count] of [...this.counts].toSorted(([a], [b]) => a.localeCompare(b)))
      console.log(`  ${String(count).padStart(6)}  ${what}`);
    console.log(`  ${this.second()} s in total`);
  }

  /** Prints each broken promise with what happened to the objects that it names. */
  printFlaws(flaws: readonly string[]): void {
    for (const [, alike] of groupBy(flaws, (flaw) => flaw.replaceAll(IDS, '…'))) {
      for (const [i, flaw] of alike.entries()) {
        console.log(`broken promise: ${flaw}`);
        if (i < SHOWN_OF_A_KIND) for (const line of this.about(flaw)) console.log(`    ${line}`);
      }
    }
  }

  /** Seconds since the beginning, in tenths. */
  private second(): number {
    return Math.round((Date.now() - this.begun) / 100) / 10;
  }

  /** The last lines that mention an id of a text, or an id of one of those lines: the history of one order or run. */
  private about(text: string): string[] {
    const mentioning = (ids: string[]) => this.lines.filter((line) => ids.some((id) => line.includes(id)));
    const idsIn = (line: string): string[] => line.match(IDS) ?? [];
    const own = idsIn(text);
    return mentioning([...own, ...mentioning(own).flatMap(idsIn)]).slice(-LONGEST_EXCERPT);
  }
}
