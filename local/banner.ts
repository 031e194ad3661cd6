import { isAllStandIns } from './child-settings';
import type { ReadyFile } from './ready-file';

/** Summary after a start: each address with what it is for, and the page to continue at. */
export function banner(ready: ReadyFile, readyFilePath: string, took: string): string {
  const { api, account, metrics } = ready;
  const rows: [what: string, where: string | null][] = [
    ['Shop and account', api],
    ['API reference', `${api}/docs`],
    ['E-mails it sends', ready.mail],
    ['Checkouts to pay', ready.payments],
    ['Agent sessions', ready.agents],
    ['Workflows', ready.temporalWeb],
    ['Traces', ready.traces],
    ['Metrics', `${metrics.api}/metrics and ${metrics.worker}/metrics`],
    ['Keys, addresses', readyFilePath],
  ];
  const width = Math.max(...rows.map(([what]) => what.length)) + 2;
  const lines = rows.filter((row): row is [string, string] => row[1] !== null);
  return [
    '',
    `Newsletter Opportunity Intelligence is ready after ${took}.`,
    '',
    ...lines.map(([what, where]) => `  ${what.padEnd(width)}${where}`),
    '',
    ...nextCommands(ready),
    `Stop with Ctrl-C. Data is kept; ${account.email} owns it. Start with empty data: npm start -- --fresh`,
    '',
  ].join('\n');
}

/** With a real provider a run costs money, and the page that starts one by a click does not exist. */
function nextCommands(ready: ReadyFile): string[] {
  if (!isAllStandIns(ready))
    return ['Start a run in your account or with the live key; it uses the providers you set.'];
  return ['Continue here, with a first run by one click and keys to copy:', '', `  ${ready.api}/local`, ''];
}
