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
  if (endpoint.streams) checks.set(204, null);
  const checkSelection = endpoint.selection && answerCheck(endpoint.selection.schema);
  const name = `${endpoint.method} ${endpoint.path}`;
  return (reply) => {
    if (endpoint.streams && reply.type === EVENT_STREAM) return;
    const check =
      reply.partial && reply.status === 200 && checkSelection ? jsonCheck(checkSelection) : checks.get(reply.status);
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
  return jsonCheck(answerCheck(spec));
}

const jsonCheck =
  (check: (value: unknown) => string | null) =>
  ({ body }: Reply) =>
    check(Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body);
