/** Scheduled work that survives a restart. */
export interface Task {
  id: string;
  at: number;
  kind: 'deliver_event' | 'expire_session' | 'advance_payout' | 'fail_later' | 'verify_account';
  about: string;
  /** Attempt number, from 1. */
  attempt: number;
}

/** Executes a task. The task stays scheduled until its handler has finished. */
type TaskHandler = (task: Task) => void | Promise<void>;

/** Maximum delay of `setTimeout`. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Persistent schedule, stored with the stand-in's state and driven by one timer. */
export class Agenda {
  private timer: NodeJS.Timeout | null = null;
  private readonly running = new Set<string>();
  private closed = false;
  private count = 0;

  constructor(
    private readonly tasks: Map<string, Task>,
    private readonly handlers: Record<Task['kind'], TaskHandler>,
    private readonly changed: () => void,
  ) {}

  schedule(kind: Task['kind'], about: string, inMs: number, attempt = 1): void {
    const id = `${kind}:${about}:${attempt}:${Date.now()}-${++this.count}`;
    this.tasks.set(id, { id, at: Date.now() + inMs, kind, about, attempt });
    this.changed();
    this.armTimer();
  }

  runDue(): void {
    if (this.closed) return;
    for (const task of [...this.tasks.values()].sort((a, b) => a.at - b.at)) {
      if (task.at <= Date.now() && !this.running.has(task.id)) this.run(task);
    }
    this.armTimer();
  }

  /** Stops the timer. Unfinished tasks stay scheduled. */
  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private run(task: Task): void {
    const end = () => {
      if (this.closed) return;
      this.running.delete(task.id);
      this.tasks.delete(task.id);
      this.changed();
    };
    this.running.add(task.id);
    const work = this.handlers[task.kind](task);
    if (work) void work.then(end);
    else end();
  }

  private armTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.closed) return;
    const waiting = [...this.tasks.values()].filter((task) => !this.running.has(task.id)).map((task) => task.at);
    if (waiting.length === 0) return;
    const next = waiting.reduce((least, at) => Math.min(least, at));
    this.timer = setTimeout(() => this.runDue(), Math.min(Math.max(0, next - Date.now()), LONGEST_WAIT_MS));
    this.timer.unref();
  }
}
