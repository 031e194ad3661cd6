import { createHash } from 'node:crypto';
import { ProviderError } from './provider-error';
import type { KeptAnswer, Realm, World } from './world';

const KEPT_FOR_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;
const OTHER_PARAMETERS =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.';
const IN_PROGRESS = 'There is currently another in-progress request using this Idempotent Key.';

/** Responses kept by idempotency key: a repeated request gets the first response and acts only once. */
export class Idempotency {
  private readonly inProgress = new Set<string>();

  constructor(private readonly answers: World['answers']) {}

  /**
   * Returns the stored response to the same request, or claims the key until {@link Idempotency.end}.
   *
   * @throws ProviderError 400 if the key was used with another request, 409 while the first one is in progress
   */
  begin(name: string, fingerprint: string): KeptAnswer | null {
    const kept = this.answers.get(name);
    if (kept && kept.at > Date.now() - KEPT_FOR_MS) {
      if (kept.fingerprint === fingerprint) return kept;
      throw new ProviderError(400, OTHER_PARAMETERS, { type: 'idempotency_error' });
    }
    if (this.inProgress.has(name)) {
      const code = 'idempotency_key_in_use';
      throw new ProviderError(409, IN_PROGRESS, { type: 'idempotency_error', code });
    }
    this.inProgress.add(name);
    return null;
  }

  /** Stores the response, or releases the key if the request was rejected before it ran. */
  end(name: string, answer: Omit<KeptAnswer, 'at'> | null): void {
    this.inProgress.delete(name);
    if (!answer) return;
    this.answers.delete(name);
    this.answers.set(name, { ...answer, at: Date.now() });
    for (const [oldest, { at }] of this.answers) {
      if (at > Date.now() - KEPT_FOR_MS) break;
      this.answers.delete(oldest);
    }
  }
}

/** Scopes a key to its realm. @throws ProviderError 400 if the key is too long */
export function keyName({ live, account }: Realm, key: string): string {
  if (key.length > MAX_KEY_LENGTH)
    throw new ProviderError(400, `Idempotency keys have up to ${MAX_KEY_LENGTH} characters`);
  return `${live ? 'live' : 'test'}/${account ?? ''}/${key}`;
}

/** Digest that is equal for equal requests. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}
