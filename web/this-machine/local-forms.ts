import { Type } from '@sinclair/typebox';
import { newSession, readSession } from '../../commands/people/session';
import { startRun } from '../../commands/runs/start-run';
import { hashApiKey } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import { EvaluationCreate } from '../../contracts/runs';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { signInLocally } from '../../store/accounts/open-session';
import { fingerprint } from '../../store/idempotency/claim-key';
import { findCaller } from '../../store/keys/find-caller';
import { page, seeOther } from '../page';
import { readReady } from './read-ready';

interface Visitor {
  deps: ApiDeps;
  address: string;
  header(name: string): string;
  cookie(name: string): string | null;
}

/** Signs this browser in as the seeded account. */
export const signInHere = page({
  method: 'POST',
  path: '/local/sign-in',
  form: Type.Object({}),

  handle: (request) => signedIn(request, readReady(request).account.id, '/account'),
});

/** Starts a run with the seeded live key, as the API would, and opens its page in the seeded account. */
export const runHere = page({
  method: 'POST',
  path: '/local/run',
  form: Type.Object({ idea: EvaluationCreate.properties.idea, idempotencyKey: Type.String({ format: 'uuid' }) }),

  async handle(request) {
    const { deps, body } = request;
    const { keys, account } = readReady(request);
    const caller = await findCaller(deps.db, hashApiKey(keys.live));
    if (!caller) throw new Failure('invalid_api_key');
    const input = { idea: body.idea };
    const claim = {
      accountId: caller.accountId,
      mode: caller.mode,
      operation: 'POST /local/run',
      key: body.idempotencyKey,
      fingerprint: fingerprint(input),
    };
    const { value } = await startRun(deps, { claim, owner: caller, kind: 'idea_check', input });
    return signedIn(request, account.id, `/account/runs/${value.runId}`);
  },
});

async function signedIn(request: Visitor, accountId: string, path: string): Promise<Reply> {
  const session = await readSession(request);
  if (session?.account.id === accountId) return seeOther(path);
  const opened = newSession(request);
  await signInLocally(request.deps.db, accountId, opened.session);
  return seeOther(path, opened.headers);
}
