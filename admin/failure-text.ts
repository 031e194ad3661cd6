import { plainText } from '../platform/plain-text';
import { DATABASE_WORDS, databaseStateOf } from '../prisma/unavailable';

/**
 * Line that a failed command prints. Of a database or a Temporal that is away it has the cause alone, which Prisma puts
 * last, and what that means for the command.
 */
export function failureText(error: Error): string {
  const state = databaseStateOf(error);
  if (state !== 'ok') return away(`PostgreSQL ${DATABASE_WORDS[state]}`, error.message.trim().split('\n').at(-1)!);
  const details = temporalAway(error);
  if (details !== null) return away('Temporal did not answer', details);
  return `error: ${plainText(error.message)}`;
}

function away(what: string, cause: string): string {
  const means = 'A change may have been made all the same: look, or give the command again.';
  return `error: ${what} (${plainText(cause)}). ${means}`;
}

/** DEADLINE_EXCEEDED and UNAVAILABLE (grpc.io/docs/guides/status-codes). */
const AWAY = new Set<unknown>([4, 14]);

// By its shape: the client, which knows its own errors, takes longer to load than most commands take.
function temporalAway(error: Error): string | null {
  for (const one of [error, error.cause] as { code?: unknown; details?: unknown }[]) {
    if (typeof one?.details === 'string' && AWAY.has(one.code)) return one.details;
  }
  return null;
}
