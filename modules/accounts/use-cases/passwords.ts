import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../../base/failures';
import { createTaskThread, TooManyTasks } from '../../../base/task-thread';
import { NewPassword } from '../contract';
import type { EstimateAnswer, EstimateTask } from './password-thread';

// argon2id (the library's default) with parameters from OWASP's Password Storage Cheat Sheet.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Placeholder hash, as costly as a real one, so that checking an account without a password takes the same time. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$EKf8j1wLil01RPUIS28Yuw$i00a+4VtNNOX02/j1sTUp/42JT1Jmrvur1GMehRzoko';

/** Checks only the length; any characters are allowed. @throws Failure `invalid_request` if too short or too long */
export function checkPasswordLength(password: string): void {
  if (password.length < NewPassword.minLength!)
    refuse('too_short', `must have at least ${NewPassword.minLength} characters`);
  if (password.length > NewPassword.maxLength!)
    refuse('too_long', `must have at most ${NewPassword.maxLength} characters`);
}

/**
 * Refuses passwords that are common, or easy to guess from the owner's email address or this service's name.
 * @throws Failure `invalid_request`
 */
export async function checkPasswordStrength(password: string, email: string): Promise<void> {
  const weakness = await weaknessOf(password, wordsOfAddress(email));
  if (weakness) refuse(weakness.code, weakness.detail);
}

function refuse(code: string, detail: string): never {
  const pointer = '/newPassword';
  throw new Failure('invalid_request', { detail: `${pointer} ${detail}.`, errors: [{ pointer, code, detail }] });
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** True if the stored hash costs less than we now require and should be replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return !(Number(memory) >= COST.memoryCost && Number(time) >= COST.timeCost);
}

/** Verifies a password. Without a stored hash, returns false after just as much time. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? NO_PASSWORD, password);
  return stored !== null && right;
}

/** Maximum number of waiting estimates: each takes up to half a second, and callers wait at most 4.5 s. */
const MAX_ESTIMATES = 8;

/** Words that attackers try first against this service. */
const SERVICE_WORDS = ['newsletter', 'opportunity', 'intelligence', 'newsletteropportunityintelligence', 'noi'];

/** Famous example password that dictionary checks rate too high. */
const FAMOUS = 'correcthorsebatterystaple';

/** Why we refuse a password: too common, or guessable from a pattern, the owner's email address or our name. */
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
 * Returns the weakness that zxcvbn finds in a password, or null if it is strong. `ownWords` are words about the owner
 * that attackers know. Checks the password without separators too, so that spaces cannot make a common one strong.
 * @throws Failure `overloaded` if too many passwords are waiting to be estimated
 */
export async function weaknessOf(password: string, ownWords: readonly string[]): Promise<Weakness | null> {
  const joined = password.replaceAll(/[\s_.-]+/g, '');
  if (joined.toLowerCase() === FAMOUS) return WEAKNESSES.common;
  const weakness = await estimate([...new Set([password, joined])], [...ownWords, ...SERVICE_WORDS]);
  return weakness && WEAKNESSES[weakness];
}

// Uses a thread, because an estimate takes up to half a second and would block requests. The dictionaries take 36 MB.
const estimates = createTaskThread<EstimateTask, EstimateAnswer>({
  script: 'modules/accounts/use-cases/password-thread.js',
  maxTasks: MAX_ESTIMATES,
});

async function estimate(forms: string[], words: string[]): Promise<EstimateAnswer> {
  try {
    return await estimates.run({ forms, words });
  } catch (error) {
    throw error instanceof TooManyTasks ? new Failure('overloaded', { retryAfterSeconds: 2 }) : error;
  }
}

/** Words in an email address: the whole address, its two halves and their parts. */
export function wordsOfAddress(email: string): string[] {
  const [name = '', domain = ''] = email.split('@');
  const parts = email.split(/[^\p{L}\p{N}]+/u);
  const joined = [name, email].map((text) => text.replaceAll(/[\s_.-]+/g, ''));
  return [...new Set([email, name, domain, ...joined, ...parts])].filter((word) => word.length > 2);
}
