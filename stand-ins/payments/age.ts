import type { World } from './world';

/** Members that are moments on the wire, in seconds since 1970, at whatever depth an object has them. */
const MOMENTS = new Set(['created', 'expires_at', 'available_on', 'arrival_date', 'due_by', 'date', 'timestamp']);

/**
 * Moves everything back by whole seconds, as if they had passed: objects and events become older, answers kept for a key
 * end sooner, and what is scheduled is due. For campaigns that do not wait for days.
 */
export function age({ objects, events, answers, tasks }: World, seconds: number): void {
  for (const each of [...objects.values(), ...events.values()])
    shift(each as unknown as Record<string, unknown>, seconds);
  for (const answer of answers.values()) answer.at -= seconds * 1_000;
  for (const task of tasks.values()) task.at -= seconds * 1_000;
}

function shift(object: Record<string, unknown>, seconds: number): void {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === 'number' && MOMENTS.has(name)) object[name] = value - seconds;
    else if (typeof value === 'object' && value !== null) shift(value as Record<string, unknown>, seconds);
  }
}
