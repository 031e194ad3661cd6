/** Prefix of the line printed by {@link FirstFailure}. */
export const CAUGHT = '@caught ';

interface TestCase {
  fullName: string;
  status: string;
  failureDetails: unknown[];
}

/** Reports a failed assertion immediately; Jest's own reporter waits for the end of the file. */
export default class FirstFailure {
  onTestCaseResult({ path }: { path: string }, { fullName, status, failureDetails }: TestCase): void {
    if (status !== 'failed' || !failureDetails.some(isAssertion)) return;
    process.stdout.write(`\n${CAUGHT}${path}: ${fullName.slice(0, 200)}\n`);
  }
}

/** True if the error or any of its causes is an `expect` error, or if a poll timed out. */
function isAssertion(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  return 'matcherResult' in error || /^Not within \d+ ms: /.test(String(message)) || isAssertion(cause);
}
