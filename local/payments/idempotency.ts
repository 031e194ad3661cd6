import { createHash } from 'node:crypto';
import { ProviderError } from './provider-error';
import type { KeptAnswer, Realm, World } from './world';

const KEPT_FOR_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;

/** Answers kept under the keys of requests, so that a repetition gets the first answer and nothing happens twice. */
export class Idempotency {
  private readonly underWay = new Set<string>();

  constructor(private readonly answers: World['answers']) {}

  /**
   * The kept answer to the same request. Where there is none the key is taken until {@link Idempotency.end}.
   *
   * @throws ProviderError 400 when the key came with another request, 409 while the first one is under way
   */
  begin(name: string, fingerprint: string): KeptAnswer | null {
    const kept = this.answers.get(name);
    if (kept && kept.at > Date.now() - KEPT_FOR_MS) {
      if (kept.fingerprint === fingerprint) return kept;
      throw new ProviderError(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        { type: 'idempotency_error' },
      );
    }
    if (this.underWay.has(name)) {
      throw new ProviderError(409, 'There is currently another in-progress request using this Idempotent Key.', {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
      });
    }
    this.underWay.add(name);
    return null;
  }

  /** Keeps the answer, or only frees the key where the request was refused unread. */
  end(name: string, answer: Omit<KeptAnswer, 'at'> | null): void {
    this.underWay.delete(name);
    if (!answer) return;
    this.answers.delete(name);
    this.answers.set(name, { ...answer, at: Date.now() });
    for (const [oldest, { at }] of this.answers) {
      if (at > Date.now() - KEPT_FOR_MS) break;
      this.answers.delete(oldest);
    }
  }
}

/** Keys of one realm do not meet those of another. @throws ProviderError 400 where the key is too long */
export function keyName({ live, account }: Realm, key: string): string {
  if (key.length > MAX_KEY_LENGTH)
    throw new ProviderError(400, `Idempotency keys have up to ${MAX_KEY_LENGTH} characters`);
  return `${live ? 'live' : 'test'}/${account ?? ''}/${key}`;
}

/** What makes two requests the same. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}
