import { FAILURES, type FailureCode } from '../../base/failures';
import { MAX_ERRORS, MAX_POINTER } from '../../http/validation';
import type { Json } from './schemas';

/** Schema of Problem Details (docs/interface/requests.md#statuses). */
export function problemSchemas(): Json {
  const text = { type: 'string' };
  const fieldError = {
    type: 'object',
    description: 'Flaw of one field or parameter.',
    required: ['pointer', 'code', 'detail'],
    properties: {
      pointer: { ...text, maxLength: MAX_POINTER, description: 'JSON pointer, `?name` or the name of a header.' },
      code: text,
      detail: text,
    },
  };
  return {
    ProblemDetails: {
      type: 'object',
      description: 'Problem Details (RFC 9457).',
      required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'retryable'],
      properties: {
        type: { ...text, format: 'uri' },
        title: text,
        status: { type: 'integer' },
        detail: text,
        instance: { ...text, description: 'The path without its query.' },
        code: {
          ...text,
          description: 'Stable; listed at /developers/errors. Tolerate new values.',
          'x-extensible-enum': Object.keys(FAILURES),
          examples: Object.keys(FAILURES).slice(0, 3),
        },
        requestId: { ...text, description: 'Quote this to support.' },
        retryable: { type: 'boolean', description: 'True if the same request may succeed later.' },
        retryAfterSeconds: { type: 'integer', description: 'As the Retry-After header.' },
        limitLevel: { ...text, description: 'Level of the limit that refused: ip, platform, tenant or endpoint.' },
        errors: { type: 'array', maxItems: MAX_ERRORS, items: fieldError },
        errorsOmitted: { type: 'integer', description: 'Further errors that `errors` leaves out.' },
      },
    },
  };
}

/** Example Problem Details for each code. */
export function problemExamples(codes: readonly FailureCode[], status: number, publicUrl: string, path: string) {
  return Object.fromEntries(
    codes.map((code) => {
      const { title, remedy, retryable } = FAILURES[code];
      const value = {
        type: `${publicUrl}/developers/errors#${code}`,
        title,
        status,
        detail: remedy,
        instance: path,
        code,
        requestId: 'bab27451-1e2e-4a4d-82bd-9b65349b513a',
        retryable,
      };
      return [code, { summary: title, value }];
    }),
  );
}
