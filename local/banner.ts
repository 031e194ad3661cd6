import type { ReadyFile } from './ready-file';

const IDEA = 'A weekly letter on heat pump policy for installers in small towns';

/** What a developer needs right after the start: addresses, keys, and a call that works when pasted. */
export function banner(ready: ReadyFile, readyFilePath: string, took: string): string {
  const rows: [string, string | null][] = [
    ['API', ready.api],
    ['Docs', `${ready.api}/developers`],
    ['Temporal Web', ready.temporalWeb],
    ['Mail inbox', ready.mail],
    ['Agents', ready.agents],
    ['Payments', ready.payments],
    ['Database', ready.database],
    ['Temporal', ready.temporal],
    ['Account', `${ready.account.email} (${ready.account.id})`],
    ['Live key', ready.keys.live],
    ['Test key', ready.keys.test],
    ['All of it', readyFilePath],
  ];
  const shown = rows.filter((row): row is [string, string] => row[1] !== null);
  return [
    '',
    `Newsletter Opportunity Intelligence is ready after ${took}.`,
    '',
    ...shown.map(([name, value]) => `  ${name.padEnd(14)}${value}`),
    '',
    'Evaluate an idea:',
    '',
    curl(ready),
    '',
    'Or see the whole way, down to the dossier: npm run demo',
    'Stop with Ctrl-C. Data is kept; begin anew with: npm start -- --fresh',
    '',
  ].join('\n');
}

function curl({ api, keys }: ReadyFile): string {
  return [
    `curl -sS ${api}/v1/evaluations \\`,
    `  -H 'X-Api-Key: ${keys.live}' \\`,
    `  -H 'Idempotency-Key: first-idea' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ idea: IDEA })}'`,
  ].join('\n');
}
