/** One request to paste into a shell. */
export interface CodeSample {
  /** What it shows, for the page that lists it. */
  title: string;
  command: string;
}

/**
 * Requests from the first without a key to the archive of a run. Each runs as it stands in a POSIX shell with curl and
 * `NOI_API_KEY`, and those about one run with `RUN_ID`, which is the `runId` that starting one answers.
 */
export function codeSamples(publicUrl: string): CodeSample[] {
  const get = (path: string, ...options: string[]) =>
    lines(`curl -sS --fail-with-body "${publicUrl}${path}"`, '-H "X-Api-Key: $NOI_API_KEY"', ...options);
  const post = (path: string, idempotencyKey: string, body: object) =>
    get(
      path,
      `-H "Idempotency-Key: ${idempotencyKey}"`,
      '-H "Content-Type: application/json"',
      `-d '${JSON.stringify(body)}'`,
    );
  return [
    {
      title: 'See what findings look like, without a key',
      command: `curl -sS --fail-with-body "${publicUrl}/v1/runs/sample/findings"`,
    },
    { title: 'See who you are and which credits are left', command: get('/v1/account') },
    {
      title: 'Start an Idea Check',
      command: post('/v1/evaluations', 'heat-pumps-1', {
        idea: 'A weekly letter on heat pump policy for installers in small towns',
        geography: 'Germany',
      }),
    },
    {
      title: 'Start a Custom Search',
      command: post('/v1/searches', 'first-search', {
        operatorProfile: 'Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners',
        expertise: ['heat pumps', 'building law'],
        candidateCount: 5,
      }),
    },
    {
      title: 'Wait for the run: the answer comes when it changes, after 20 seconds at the latest',
      command: get('/v1/runs/$RUN_ID', '-H "Prefer: wait=20"'),
    },
    { title: 'Read its findings', command: get('/v1/runs/$RUN_ID/findings') },
    { title: 'Save the dossier as PDF', command: get('/v1/runs/$RUN_ID/dossier?format=pdf', '-o dossier.pdf') },
    { title: 'Save everything as one archive', command: get('/v1/runs/$RUN_ID/export', '-o run.zip') },
    { title: 'See what was used and what it cost', command: get('/v1/usage') },
  ];
}

function lines(...parts: string[]): string {
  return parts.join(' \\\n  ');
}
