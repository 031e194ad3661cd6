import type { Scope } from '../../../base/access';

export interface CodeSample {
  title: string;
  command: string;
  /** Scopes that the key needs. */
  scopes: readonly Scope[];
}

const START = { idea: 'A weekly letter on heat pump policy for installers in small towns', geography: 'Germany' };
const SEARCH = {
  operatorProfile: 'Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners',
  expertise: ['heat pumps', 'building law'],
  candidateCount: 5,
};

/** curl option that ends a response with a line break, so that the shell's prompt starts on a new line. */
const NEWLINE = "-w '\\n'";

/**
 * Sample requests: first those that start a run and get its documents, then all others. They can be pasted in order
 * into a POSIX shell that has curl, `NOI_API_URL` and a test key in `NOI_API_KEY`, and cost nothing. The first request
 * stores the run's id in `RUN_ID`. A file is written only if there is something to save.
 */
export function codeSamples(): CodeSample[] {
  const get = (path: string, ...options: string[]) =>
    lines(`curl -sS --fail-with-body "$NOI_API_URL${path}"`, '-H "X-Api-Key: $NOI_API_KEY"', ...options);
  // Discards the response body of a failed request, which would otherwise end up in the file.
  const save = (path: string, file: string) =>
    lines(`curl -sS --fail "$NOI_API_URL${path}"`, '-H "X-Api-Key: $NOI_API_KEY"', `-o ${file}`);
  const print = (path: string, ...options: string[]) => get(path, ...options, NEWLINE);
  const json = (idempotencyKey: string, body: object) => [
    `-H "Idempotency-Key: ${idempotencyKey}"`,
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body)}'`,
  ];
  return [
    {
      title: 'Start an Idea Check and keep its id',
      scopes: ['sandbox', 'evaluations:create'],
      command: `ANSWER=$(${get('/v1/sandbox/evaluations', ...json('heat-pumps-1', START))})
echo "$ANSWER"
RUN_ID=$(echo "$ANSWER" | sed -n 's/.*"runId":"\\([^"]*\\)".*/\\1/p')`,
    },
    {
      title: 'Wait until the run has ended',
      scopes: ['runs:read'],
      command: `while true; do
  RUN=$(${get('/v1/runs/$RUN_ID', '-H "Prefer: wait=20"')}) || { echo "$RUN"; break; }
  case "$RUN" in
    *'"status":"queued"'*|*'"status":"running"'*|*'"status":"canceling"'*) ;;
    *) echo "$RUN"; break ;;
  esac
done`,
    },
    {
      title: 'Read the verdict',
      scopes: ['findings:read'],
      command: print('/v1/runs/$RUN_ID/findings?fields=verdict'),
    },
    {
      title: 'Save the dossier as PDF',
      scopes: ['dossiers:read'],
      command: save('/v1/runs/$RUN_ID/dossier?format=pdf', 'dossier.pdf'),
    },
    { title: 'Read all findings', scopes: ['findings:read'], command: print('/v1/runs/$RUN_ID/findings') },
    {
      title: 'Save all documents as one archive',
      scopes: ['findings:read', 'dossiers:read'],
      command: save('/v1/runs/$RUN_ID/export', 'run.zip'),
    },
    {
      title: 'Start a Custom Search',
      scopes: ['sandbox', 'searches:create'],
      command: print('/v1/sandbox/searches', ...json('first-search', SEARCH)),
    },
    { title: 'See your account and credits', scopes: ['account:read'], command: print('/v1/account') },
    { title: 'See your usage and limits', scopes: ['usage:read'], command: print('/v1/usage') },
    {
      title: 'Read sample findings without a key',
      scopes: [],
      command: lines('curl -sS --fail-with-body "$NOI_API_URL/v1/runs/sample/findings"', NEWLINE),
    },
  ];
}

function lines(...parts: string[]): string {
  return parts.join(' \\\n  ');
}
