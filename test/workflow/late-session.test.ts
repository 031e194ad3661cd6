import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startAgents } from '../support/agents';
import { eventually } from '../support/eventually';
import { startStack } from '../support/stack';
import { use } from '../support/use';

/** A proxy for the agents that holds the first session request until `letThrough`. */
const slow = use(async () => {
  const agents = await startAgents();
  const upstream = Number(new URL(agents.url).port);
  const held: (() => void)[] = [];
  let holds = true;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // The caller has given up waiting.
    if (outgoing.destroyed) return;
    const { method, url: path, headers } = incoming;
    const passed = request({ port: upstream, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.once('close', () => passed.destroy());
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };
  const network = createServer((incoming, outgoing) => {
    const isFirst = holds && incoming.method === 'POST' && incoming.url!.split('?')[0] === '/v1/sessions';
    if (!isFirst) return pass(incoming, outgoing);
    holds = false;
    held.push(() => pass(incoming, outgoing));
  });
  await once(network.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
  const stack = await startStack({
    agents: { ...agents, settings: { ...agents.settings, ANTHROPIC_BASE_URL: url } },
    agentTimeoutMs: 30_000,
    settings: { stepTimeoutMs: 3_000 },
  });
  return {
    stack,
    agents,
    isHolding: () => held.length > 0,
    letThrough: () => held.forEach((go) => go()),
    async close() {
      await stack.close();
      network.closeAllConnections();
      network.close();
    },
  };
});

test('creates one session when a session request outlasts its attempt', async () => {
  const { stack, agents } = slow;
  const runId = await stack.create('A newsletter whose session is asked for over a network that stalls');
  await eventually('the request is held', () => slow.isHolding());
  await eventually('the next attempt has a session', async () => (await agents.sessionsOf(runId)).length === 1);
  slow.letThrough();
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect(await agents.sessionsOf(runId)).toHaveLength(1);
});

test('creates one session when an attempt wakes after its time limit', async () => {
  const { stack, agents } = slow;
  const { pool } = stack.db;
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE provisioned_agents IN ACCESS EXCLUSIVE MODE');
  const runId = await stack.create();
  await eventually('two attempts read the agent', async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'provisioned_agents'::regclass`,
    );
    return rows.length > 1;
  });
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect(await agents.sessionsOf(runId)).toHaveLength(1);
});
