import { WORKFLOWS } from '../../base/workflow-messages';
import { recordedHistories, replayFailures } from '../../tools/replay/histories';
import { collectWorkerLog } from '../support/stack';

const histories = recordedHistories();
beforeAll(collectWorkerLog);

test('replays every recorded history on the code of today', async () => {
  const types = Object.values(histories).map((json) => /"workflowType": \{\s+"name": "(\w+)"/.exec(json)![1]);
  expect(new Set(types)).toEqual(new Set(Object.values(WORKFLOWS)));
  expect(await replayFailures(histories)).toEqual({});
});

test('refuses a history that the code would not have made', async () => {
  const tampered = histories['evaluation-done']!.replaceAll('"renderDossier"', '"renderBrochure"');
  expect(await replayFailures({ tampered })).toEqual({ tampered: expect.stringMatching(/nondeterminism/i) as string });
});

test('keeps no text of a caller, no mail address and no folder in recorded histories', () => {
  for (const json of Object.values(histories)) {
    const payloads = Array.from(json.matchAll(/"data": "([^"]+)"/g), ([, data]) =>
      Buffer.from(data!, 'base64').toString(),
    );
    expect(payloads.length).toBeGreaterThan(0);
    expect(payloads.join('\n')).not.toMatch(/heat pumps|Energy consultant|@example\.(com|net)/);
    expect(json).not.toMatch(/\(\/|node_modules/);
  }
});
