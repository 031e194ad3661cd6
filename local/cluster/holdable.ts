import type { Part } from '../start-context';

/** Part of a cluster that can be stopped for a while. */
export interface HoldablePart extends Part {
  /** Stops it, so that nothing takes its place; resolves when no process is left. Nothing where it is stopped. */
  hold(): Promise<void>;
  /** Starts it again and resolves when it can be used. Nothing where it was not stopped. @throws Error if it does not start */
  resume(): Promise<void>;
}

/** Starts a part by `begin`, which `resume` calls again. */
export async function holdable(begin: () => Promise<Part>): Promise<HoldablePart> {
  let current = await begin();
  let held = false;
  return {
    name: current.name,
    pid: () => current.pid(),
    kill: () => current.kill(),
    stop: () => current.stop(),
    async hold() {
      held = true;
      await current.stop();
    },
    async resume() {
      if (!held) return;
      current = await begin();
      held = false;
    },
  };
}
