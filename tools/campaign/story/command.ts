import type { World } from './world';

/** Runs a command with a reason and notes it; false if it failed, such as while PostgreSQL is down. */
export async function command(world: World, what: string, facts: object, ...args: string[]): Promise<boolean> {
  const done = await world.parts.admin(...args, '--reason', 'by the campaign').then(
    () => true,
    (error: Error) => /error: .*/.exec(error.message)?.[0] ?? error.message,
  );
  world.journal.note(done === true ? what : `${what}, refused`, { ...facts, ...(done !== true && { error: done }) });
  return done === true;
}
