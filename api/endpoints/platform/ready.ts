import { Type } from '@sinclair/typebox';
import { endpoint, open } from '../../endpoint';

const Ready = Type.Object(
  {
    status: Type.String({ examples: ['ready', 'not_ready'] }),
    checks: Type.Array(
      Type.Object({
        name: Type.String(),
        status: Type.String({ examples: ['ok', 'failed'] }),
        latencyMs: Type.Number(),
      }),
    ),
  },
  { title: 'Ready' },
);

const CHECK_DEADLINE_MS = 2_000;

/**
 * Whether this process should get traffic: 503 where the database cannot be reached. Temporal is reported but does not
 * fail the check, since requests are accepted without it (the outbox holds them).
 */
export const getReady = endpoint({
  method: 'GET',
  path: '/health/ready',
  operationId: 'getReady',
  summary: 'Readiness of this process',
  audience: 'public',
  auth: open,
  responseScope: 'public',
  responses: { 200: Ready, 503: Ready },

  async handle({ deps }) {
    const checks = await Promise.all([
      timed('database', () => deps.db.pool.query('SELECT 1')),
      timed('temporal', () => deps.pingTemporal()),
    ]);
    const ready = checks[0].status === 'ok';
    return {
      status: ready ? 200 : 503,
      headers: { 'Cache-Control': 'no-store' },
      body: { status: ready ? 'ready' : 'not_ready', checks },
    };
  },
});

async function timed(name: string, check: () => Promise<unknown>) {
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('late')), CHECK_DEADLINE_MS)));
  const status = await Promise.race([check(), late]).then(
    () => 'ok',
    () => 'failed',
  );
  clearTimeout(timer);
  return { name, status, latencyMs: Math.round((performance.now() - begun) * 10) / 10 };
}
