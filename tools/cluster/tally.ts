/** One thing that was asked of the cluster: until its end was seen it has no time. */
export interface Asked {
  what: 'evaluation' | 'search' | 'purchase' | 'withdrawal';
  step: string;
  tookMs: number | null;
}

/** What people asked for in a drill, and what they saw. */
export class Tally {
  readonly asked: Asked[] = [];
  /** Requests that were sent once more, with the answer that they had got. */
  readonly repeated: { step: string; why: string }[] = [];
  /** Longest time until cluster.json named a process in place of one that ended, by step. */
  readonly replacedMs = new Map<string, number>();
  readonly broken = new Set<string>();
  step = '';

  /** Notes that something was asked for in this step; call the result at its end. */
  ask(what: Asked['what']): () => void {
    const asked: Asked = { what, step: this.step, tookMs: null };
    this.asked.push(asked);
    const startedAt = performance.now();
    return () => void (asked.tookMs = performance.now() - startedAt);
  }

  repeats(why: string): void {
    this.repeated.push({ step: this.step, why });
  }

  replaced(tookMs: number): void {
    this.replacedMs.set(this.step, Math.max(this.replacedMs.get(this.step) ?? 0, tookMs));
  }

  breaks(flaw: string): void {
    this.broken.add(flaw);
  }
}

/** The `share`th of `times` in order of length, such as the 0.95th; null if there is none. */
export function percentile(times: readonly number[], share: number): number | null {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
