/** Request to paste into a shell. */
export interface CodeSample {
  /** Heading on the developer page. */
  title: string;
  command: string;
}

/**
 * Sample requests, from the first one without a key to the archive of a run. Each runs unchanged in a POSIX shell with
 * curl and `NOI_API_KEY`; those about one run also need `RUN_ID`.
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
      title: 'Get sample findings, without a key',
      command: `curl -sS --fail-with-body "${publicUrl}/v1/runs/sample/findings"`,
    },
    { title: 'See your account and its credits', command: get('/v1/account') },
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
      title: 'Wait for the run: responds when it changes, or after 20 seconds',
      command: get('/v1/runs/$RUN_ID', '-H "Prefer: wait=20"'),
    },
    { title: 'Get its findings', command: get('/v1/runs/$RUN_ID/findings') },
    { title: 'Save the dossier as PDF', command: get('/v1/runs/$RUN_ID/dossier?format=pdf', '-o dossier.pdf') },
    { title: 'Save everything as one archive', command: get('/v1/runs/$RUN_ID/export', '-o run.zip') },
    { title: 'See your usage and its cost', command: get('/v1/usage') },
  ];
}

function lines(...parts: string[]): string {
  return parts.join(' \\\n  ');
}
