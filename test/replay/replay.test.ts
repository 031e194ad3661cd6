import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { collectWorkerLog } from '../support/stack';
import { readWorkflowBundle } from '../../worker/bundle';

const FOLDER = join(__dirname, 'histories');
const BRANCHES = [
  'alert-delivered',
  'candidate-canceled',
  'candidate-deadline-kept',
  'candidate-excluded',
  'candidate-late',
  'candidate-passed',
  'candidate-quotation-corrected',
  'candidate-quotation-kept',
  'erasure-continued',
  'erasure-done',
  'erasure-waited',
  'evaluation-canceled',
  'evaluation-canceled-in-queue',
  'evaluation-deadline',
  'evaluation-deadline-kept',
  'evaluation-done',
  'evaluation-expired',
  'evaluation-failed',
  'evaluation-invalid',
  'evaluation-moved-to-deadline',
  'evaluation-quotation-corrected',
  'evaluation-quotation-kept',
  'evaluation-repaired',
  'evaluation-short-of-evidence',
  'mail-sent',
  'orphan-refused',
  'orphan-returned',
  'payment-disputed',
  'payment-fraud-warning',
  'payment-granted',
  'payment-refund-failed',
  'payment-refunded',
  'payment-sweep',
  'payment-unpaid',
  'payout-account-gone',
  'payout-approved',
  'payout-ended-by-operator',
  'payout-failed',
  'payout-not-enabled',
  'payout-paid',
  'payout-refused',
  'payout-rejected',
  'payout-returned',
  'payout-reviewed-again',
  'payout-set-back',
  'payout-when-available',
  'reconciliation-break',
  'reconciliation-incomplete',
  'reconciliation-lost-events',
  'reconciliation-matched',
  'reconciliation-movement',
  'reconciliation-nothing-compared',
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
  'search-deadline-kept',
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
  collectWorkerLog();
  workflowBundle = { code: await readWorkflowBundle() };
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
