import { FAILURES, type FailureCode } from '../../base/failures';

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
