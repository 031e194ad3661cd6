/** Start of the line by which {@link FirstFailure} reports. */
export const CAUGHT = '@caught ';

interface TestCase {
  fullName: string;
  status: string;
  failureDetails: unknown[];
}

/** Reporter of Jest that reports a failed assertion as soon as it is known; Jest's own wait for the end of the file. */
export default class FirstFailure {
  onTestCaseResult({ path }: { path: string }, { fullName, status, failureDetails }: TestCase): void {
    if (status !== 'failed' || !failureDetails.some(isAssertion)) return;
    process.stdout.write(`\n${CAUGHT}${path}: ${fullName.slice(0, 200)}\n`);
  }
}

/** True for the error of an `expect`, also as a cause, and of a poll that waited in vain: the promise was broken. */
function isAssertion(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  return 'matcherResult' in error || /^Not within \d+ ms: /.test(String(message)) || isAssertion(cause);
}
