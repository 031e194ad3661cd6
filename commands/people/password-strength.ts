import { Failure } from '../../contracts/failures';
import { createTaskThread, TooManyTasks } from '../../platform/task-thread';
import type { EstimateAnswer, EstimateTask } from './password-thread';

/** Limit of concurrent estimates: one takes up to half a second, and a caller waits 4.5 s at most. */
const MAX_ESTIMATES = 8;

/** Words that attackers of this service try first. */
const SERVICE_WORDS = ['newsletter', 'opportunity', 'intelligence', 'newsletteropportunityintelligence', 'noi'];

/** Famous example password that word dictionaries overrate. */
const FAMOUS = 'correcthorsebatterystaple';

/** Reason to refuse a password: common, or guessable from its owner, this service or a pattern. */
export type Weakness = { code: 'too_common' | 'too_guessable'; detail: string };

const WEAKNESSES: Record<NonNullable<EstimateAnswer>, Weakness> = {
  common: { code: 'too_common', detail: 'is too common' },
  own: guessable('it contains your e-mail address or the name of this service'),
  date: guessable('dates are easy to guess'),
};

function guessable(reason: string): Weakness {
  return { code: 'too_guessable', detail: `is too easy to guess: ${reason}` };
}

/**
 * Weakness of a password by the zxcvbn estimate, or null if it is strong. `ownWords` are known to attackers of its
 * owner. Also estimates it without separators, so that a space does not make a common password strong.
 *
 * @throws Failure `overloaded` if more passwords wait than can be estimated in time
 */
export async function weaknessOf(password: string, ownWords: readonly string[]): Promise<Weakness | null> {
  const joined = password.replaceAll(/[\s_.-]+/g, '');
  if (joined.toLowerCase() === FAMOUS) return WEAKNESSES.common;
  const weakness = await estimate([...new Set([password, joined])], [...ownWords, ...SERVICE_WORDS]);
  return weakness && WEAKNESSES[weakness];
}

// In a thread: the dictionaries take 36 MB and an estimate up to half a second, which must not block other requests.
const estimates = createTaskThread<EstimateTask, EstimateAnswer>({
  script: 'commands/people/password-thread.js',
  maxTasks: MAX_ESTIMATES,
});

async function estimate(forms: string[], words: string[]): Promise<EstimateAnswer> {
  try {
    return await estimates.run({ forms, words });
  } catch (error) {
    throw error instanceof TooManyTasks ? new Failure('overloaded', { retryAfterSeconds: 2 }) : error;
  }
}

/** Words derived from an e-mail address: the address, its two halves and their parts. */
export function wordsOfAddress(email: string): string[] {
  const [name = '', domain = ''] = email.split('@');
  const parts = email.split(/[^\p{L}\p{N}]+/u);
  const joined = [name, email].map((text) => text.replaceAll(/[\s_.-]+/g, ''));
  return [...new Set([email, name, domain, ...joined, ...parts])].filter((word) => word.length > 2);
}
