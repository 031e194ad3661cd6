import { isTyped, type AnyRoute, type Reply, type ResponseSpec } from './endpoint';
import { EVENT_STREAM } from './event-stream';
import { answerCheck } from './validation';

/**
 * Validates every reply of an endpoint against its declaration and throws on an undeclared status, body or type.
 * Enabled in tests and in local development; in production a deviating response is better than none.
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
    // Its events are described in docs/interface.md; generated clients take the body for what is declared.
    if (endpoint.streams && reply.type === EVENT_STREAM) return;
    const check = checks.get(reply.status);
    if (check === undefined) throw new Error(`${name} answered ${reply.status}, which it does not declare`);
    const flaw = check === null ? (reply.body === undefined ? null : 'must not have a body') : check(reply);
    if (flaw) throw new Error(`${name} answered ${reply.status} with a body that is not as declared: ${flaw}`);
  };
}

function expectation(spec: NonNullable<ResponseSpec>): (reply: Reply) => string | null {
  if (isTyped(spec)) {
    const types = Object.keys(spec.content);
    return ({ type }) => (types.includes(type ?? '') ? null : `${type} is not among ${types.join(', ')}`);
  }
  const check = answerCheck(spec);
  // A schema may be known by its id only once.
  const { $id: _id, ...part } = spec;
  const checkPart = answerCheck({ ...part, required: [] });
  return ({ body, partial }) =>
    (partial ? checkPart : check)(Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body);
}
