import { mock } from 'node:test';
import type { Context } from '@temporalio/activity';
import { beatWhileFollowing, type Following } from '../../activities/following';

const TIMEOUT_MS = 20_000;

beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] }));
afterEach(() => mock.timers.reset());

/** An activity attempt that starts from the previous attempt's last heartbeat, and the heartbeats that it sends. */
function attempt(heartbeatDetails?: unknown) {
  const beats: Following[] = [];
  const context = {
    info: { heartbeatDetails, heartbeatTimeoutMs: TIMEOUT_MS },
    heartbeat: (details: Following) => beats.push(details),
  };
  return { beats, following: beatWhileFollowing(context as unknown as Context) };
}

test('sends two heartbeats within the timeout while a session is silent', () => {
  const { beats, following } = attempt();
  mock.timers.tick(TIMEOUT_MS);
  expect(beats.length).toBeGreaterThan(1);
  expect(beats.at(-1)).toMatchObject({ lastEvent: null, cursor: null, events: 0 });
  expect(beats.at(-1)!.silentForSeconds).toBeGreaterThan(10);

  following.stop();
  const sent = beats.length;
  mock.timers.tick(TIMEOUT_MS);
  expect(beats).toHaveLength(sent);
});

test('continues after the last event that the previous attempt saw', () => {
  const seen = { cursor: '1~evt_1', lastEvent: 'agent.tool_use', tool: 'web_search' };
  const first = attempt();
  first.following.moved({ cursor: seen.cursor, kind: seen.lastEvent, tool: seen.tool });
  mock.timers.tick(TIMEOUT_MS);
  first.following.stop();
  expect(first.beats.at(-1)).toMatchObject({ ...seen, events: 1 });

  const second = attempt(first.beats.at(-1));
  expect(second.following.after).toBe(seen.cursor);
  mock.timers.tick(TIMEOUT_MS);
  second.following.stop();
  expect(second.beats.at(-1)).toMatchObject({ ...seen, events: 0 });
});
