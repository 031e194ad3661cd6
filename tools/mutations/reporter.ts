/** Beginning of the lines of {@link News} among what Jest and its tests print. */
export const NEWS = '@mutations ';

/** What a run of Jest reports while it runs. */
export type News =
  | { about: 'test'; file: string; test: string; failed: boolean; asserted: boolean; message: string }
  /** A file whose tests could not begin, or whose tear-down failed. */
  | { about: 'file'; file: string; message: string };

/** Longer lines could be torn apart by what children print into the same pipe. */
const MAX_MESSAGE = 1_000;

interface TestFile {
  path: string;
}

interface TestCase {
  fullName: string;
  status: string;
  failureDetails: unknown[];
  failureMessages: string[];
}

interface TestFileResult {
  testExecError?: { message?: string } | null;
  failureMessage?: string | null;
}

/** Reporter of Jest that prints each result as a line as soon as it is known: Jest's own ones wait for the file to end. */
export default class NewsReporter {
  onTestCaseResult({ path }: TestFile, { fullName, status, failureDetails, failureMessages }: TestCase): void {
    report({
      about: 'test',
      file: path,
      test: fullName,
      failed: status === 'failed',
      asserted: failureDetails.some(isAssertion),
      message: (failureMessages[0] ?? '').slice(0, MAX_MESSAGE),
    });
  }

  onTestResult({ path }: TestFile, { testExecError, failureMessage }: TestFileResult): void {
    if (!testExecError) return;
    const message = (failureMessage ?? testExecError.message ?? '').slice(0, MAX_MESSAGE);
    report({ about: 'file', file: path, message });
  }
}

// On a line of its own, whatever a child process printed before.
function report(news: News): void {
  process.stdout.write(`\n${NEWS}${JSON.stringify(news)}\n`);
}

/**
 * True for the error of an `expect`, also as the cause of another one, such as that of a property, and of a poll that saw
 * in vain (test/support/eventually): the promise did not come true.
 */
function isAssertion(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  if ('matcherResult' in error || /^Not within \d+ ms: /u.test(String(message))) return true;
  return isAssertion(cause);
}
