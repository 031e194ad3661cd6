/** Request to paste into a shell. */
export interface CodeSample {
  /** Heading on the developer page. */
  title: string;
  command: string;
}

/**
 * Sample requests, from the first one without a key to the archive of a run. Pasted in their order into one POSIX shell
 * with curl and a test key in `NOI_API_KEY` they run unchanged, in the sandbox and for nothing: the start keeps the run's
 * id in `RUN_ID`, and a file is written only where there is something to save.
 */
export function codeSamples(publicUrl: string): CodeSample[] {
  const get = (path: string, ...options: string[]) =>
    lines(`curl -sS --fail-with-body "${publicUrl}${path}"`, '-H "X-Api-Key: $NOI_API_KEY"', ...options);
  // Without the body of a failure: it would be in the file.
  const save = (path: string, file: string) =>
    lines(`curl -sS --fail "${publicUrl}${path}"`, '-H "X-Api-Key: $NOI_API_KEY"', `-o ${file}`);
  const post = (path: string, idempotencyKey: string, body: object) =>
    get(
      path,
      `-H "Idempotency-Key: ${idempotencyKey}"`,
      '-H "Content-Type: application/json"',
      `-d '${JSON.stringify(body)}'`,
    );
  return [
    {
      title: 'Get sample findings, without a key',
      command: `curl -sS --fail-with-body "${publicUrl}/v1/runs/sample/findings"`,
    },
    {
      title: 'Start an Idea Check in the sandbox, and keep its id',
      command: `ANSWER=$(${post('/v1/sandbox/evaluations', 'heat-pumps-1', {
        idea: 'A weekly letter on heat pump policy for installers in small towns',
        geography: 'Germany',
      })})
echo "$ANSWER"
RUN_ID=$(echo "$ANSWER" | sed -n 's/.*"runId":"\\([^"]*\\)".*/\\1/p')`,
    },
    {
      title: 'Wait until it has ended: each request is answered when the run changes, or after 20 seconds',
      command: `while true; do
  RUN=$(${get('/v1/runs/$RUN_ID', '-H "Prefer: wait=20"')}) || { echo "$RUN"; break; }
  case "$RUN" in
    *'"status":"queued"'*|*'"status":"running"'*|*'"status":"canceling"'*) ;;
    *) echo "$RUN"; break ;;
  esac
done`,
    },
    { title: 'Get its findings', command: get('/v1/runs/$RUN_ID/findings') },
    { title: 'Save the dossier as PDF', command: save('/v1/runs/$RUN_ID/dossier?format=pdf', 'dossier.pdf') },
    { title: 'Save everything as one archive', command: save('/v1/runs/$RUN_ID/export', 'run.zip') },
    {
      title: 'Start a Custom Search in the sandbox',
      command: post('/v1/sandbox/searches', 'first-search', {
        operatorProfile: 'Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners',
        expertise: ['heat pumps', 'building law'],
        candidateCount: 5,
      }),
    },
    { title: 'See your account and its credits', command: get('/v1/account') },
    { title: 'See your usage and its cost', command: get('/v1/usage') },
  ];
}

function lines(...parts: string[]): string {
  return parts.join(' \\\n  ');
}
