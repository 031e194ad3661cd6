/** Something that is to happen later, also after a restart. */
export interface Task {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: 'deliver_event' | 'expire_session' | 'advance_payout' | 'fail_later';
  /** Id of the object or event. */
  about: string;
  /** Number of the try, for what is tried again. */
  attempt: number;
}

/** Carries out one task; the task is remembered until this has ended. */
export type Duty = (task: Task) => void | Promise<void>;

/** `setTimeout` cannot wait longer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** What is to happen later: kept with the world, carried out by one timer. */
export class Agenda {
  private timer: NodeJS.Timeout | null = null;
  private readonly underWay = new Set<string>();
  private closed = false;
  private count = 0;

  constructor(
    private readonly tasks: Map<string, Task>,
    private readonly duties: Record<Task['kind'], Duty>,
    private readonly changed: () => void,
  ) {}

  /** Notes a task. */
  plan(kind: Task['kind'], about: string, inMs: number, attempt = 1): void {
    const id = `${kind}:${about}:${attempt}:${Date.now()}-${++this.count}`;
    this.tasks.set(id, { id, at: Date.now() + inMs, kind, about, attempt });
    this.changed();
    this.rewind();
  }

  /** Carries out what is due, and waits for the rest. */
  catchUp(): void {
    if (this.closed) return;
    for (const task of [...this.tasks.values()].sort((a, b) => a.at - b.at)) {
      if (task.at <= Date.now() && !this.underWay.has(task.id)) this.carryOut(task);
    }
    this.rewind();
  }

  /** Stops the timer; what is not done yet stays on the list. */
  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private carryOut(task: Task): void {
    const end = () => {
      if (this.closed) return;
      this.underWay.delete(task.id);
      this.tasks.delete(task.id);
      this.changed();
    };
    this.underWay.add(task.id);
    const work = this.duties[task.kind](task);
    if (work) void work.then(end);
    else end();
  }

  private rewind(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.closed) return;
    const waiting = [...this.tasks.values()].filter((task) => !this.underWay.has(task.id)).map((task) => task.at);
    if (waiting.length === 0) return;
    const next = waiting.reduce((least, at) => Math.min(least, at));
    this.timer = setTimeout(() => this.catchUp(), Math.min(Math.max(0, next - Date.now()), LONGEST_WAIT_MS));
    this.timer.unref();
  }
}
