import { FAILURES, type FailureCode } from '../../base/failures';
import { MAX_ERRORS, MAX_POINTER } from '../../http/validation';
import type { Json } from './schemas';

/** Schema of Problem Details (docs/interface/requests.md#statuses). */
export function problemSchemas(): Json {
  const text = { type: 'string' };
  const fieldError = {
    type: 'object',
    description: 'Error in one field, parameter or header.',
    required: ['pointer', 'code', 'detail'],
    properties: {
      pointer: {
        ...text,
        maxLength: MAX_POINTER,
        description: 'JSON pointer, `?name` of a query parameter, or header name.',
      },
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
        instance: { ...text, description: 'Request path without the query.' },
        code: {
          ...text,
          description: 'Stable error code, listed at /developers/errors. New codes may be added.',
          'x-extensible-enum': Object.keys(FAILURES),
          examples: Object.keys(FAILURES).slice(0, 3),
        },
        requestId: { ...text, description: 'Include this when you contact support.' },
        retryable: { type: 'boolean', description: 'True if the same request may succeed later.' },
        retryAfterSeconds: { type: 'integer', description: 'Same as the Retry-After header.' },
        limitLevel: { ...text, description: 'Level of the exceeded limit: ip, platform, tenant or endpoint.' },
        errors: { type: 'array', maxItems: MAX_ERRORS, items: fieldError },
        errorsOmitted: { type: 'integer', description: 'Number of errors omitted from `errors`.' },
      },
    },
  };
}

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
