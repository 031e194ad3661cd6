import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/bundle';

const FOLDER = join(__dirname, 'histories');
const BRANCHES = [
  'candidate-canceled',
  'candidate-excluded',
  'candidate-late',
  'candidate-passed',
  'evaluation-canceled',
  'evaluation-canceled-in-queue',
  'evaluation-deadline',
  'evaluation-done',
  'evaluation-expired',
  'evaluation-failed',
  'evaluation-invalid',
  'evaluation-repaired',
  'mail-sent',
  'payment-disputed',
  'payment-granted',
  'payment-refund-failed',
  'payment-refunded',
  'payment-sweep',
  'payment-unpaid',
  'payout-approved',
  'payout-failed',
  'payout-not-enabled',
  'payout-paid',
  'payout-refused',
  'payout-rejected',
  'payout-returned',
  'reservation-expired',
  'reservation-found-paid',
  'reservation-paid',
  'scan-completed',
  'scan-expired',
  'scan-failed',
  'scan-late',
  'search-canceled',
  'search-canceled-in-queue',
  'search-child-terminated',
  'search-deadline',
  'search-done',
  'search-expired',
  'search-partial',
  'search-plan-invalid',
  'search-too-few',
  'webhook-delivered',
  'webhook-failed',
  'webhook-retried',
];

let workflowBundle: { code: string };
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  workflowBundle = { code: await bundleWorkflows() };
});

const read = (name: string) => readFileSync(join(FOLDER, `${name}.json`), 'utf8');
const replay = (json: string) => Worker.runReplayHistory({ workflowBundle }, historyFromJSON(JSON.parse(json)));

test('every recorded branch is replayed here', () => {
  const recorded = readdirSync(FOLDER).map((name) => name.replace('.json', ''));
  expect(recorded.sort()).toEqual(BRANCHES);
});

test.each(BRANCHES)('the code of today follows the recorded history of %s', async (name) => {
  await expect(replay(read(name))).resolves.toBeUndefined();
});

test('a history that the code would not have made is refused', async () => {
  const tampered = read('evaluation-done').replaceAll('"renderDossier"', '"renderBrochure"');
  expect(tampered).not.toBe(read('evaluation-done'));
  await expect(replay(tampered)).rejects.toThrow(/nondeterminism/i);
});

test('no recorded history holds text of a caller or a mail address', () => {
  for (const name of BRANCHES) {
    const payloads = [...read(name).matchAll(/"data": "([^"]+)"/g)].map(([, data]) =>
      Buffer.from(data!, 'base64').toString(),
    );
    expect(payloads.length).toBeGreaterThan(0);
    expect(payloads.join('\n')).not.toMatch(/heat pumps|Energy consultant|@example\.(com|net)/);
  }
});

test('no recorded history names a folder of the machine that recorded it', () => {
  for (const name of BRANCHES) expect(read(name)).not.toMatch(/\(\/|node_modules/);
});
