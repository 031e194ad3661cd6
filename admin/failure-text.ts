import { plainText } from '../platform/plain-text';
import { isDatabaseUnavailable } from '../prisma/unavailable';

/**
 * Line that a failed command prints. Of a database that is away it has the cause alone, which Prisma puts last, and what
 * that means for the command.
 */
export function failureText(error: Error): string {
  if (!isDatabaseUnavailable(error)) return `error: ${plainText(error.message)}`;
  const cause = error.message.trim().split('\n').at(-1)!;
  const means = 'A change may have been made all the same: look, or give the command again.';
  return `error: PostgreSQL did not answer (${plainText(cause)}). ${means}`;
}
