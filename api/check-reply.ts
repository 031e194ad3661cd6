import type { TSchema } from '@sinclair/typebox';
import type { AnyRoute, Reply } from './endpoint';
import { answerCheck } from './validation';

/**
 * Holds every reply of an endpoint against what it declares: a status, body or type that is not declared throws. On in
 * tests and on the local default; in production a wrong answer is better than none.
 */
export function checkReply(endpoint: AnyRoute): (reply: Reply) => void {
  const checks = new Map(
    Object.entries(endpoint.responses ?? {}).map(([status, spec]) => [
      Number(status),
      spec === null ? null : expectation(spec),
    ]),
  );
  const name = `${endpoint.method} ${endpoint.path}`;
  return (reply) => {
    const check = checks.get(reply.status);
    if (check === undefined) throw new Error(`${name} answered ${reply.status}, which it does not declare`);
    const flaw = check === null ? (reply.body === undefined ? null : 'must not have a body') : check(reply);
    if (flaw) throw new Error(`${name} answered ${reply.status} with a body that is not as declared: ${flaw}`);
  };
}

function expectation(spec: TSchema | { content: readonly string[] }): (reply: Reply) => string | null {
  if ('content' in spec && Array.isArray(spec.content)) {
    return ({ type }) => (spec.content.includes(type ?? '') ? null : `${type} is not among ${spec.content.join(', ')}`);
  }
  const check = answerCheck(spec as TSchema);
  return ({ body }) => check(Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body);
}
