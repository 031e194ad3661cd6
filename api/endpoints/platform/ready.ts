import { Type } from '@sinclair/typebox';
import { endpoint, open } from '../../../http/endpoint';

const Ready = Type.Object(
  {
    status: Type.String({ examples: ['ready', 'not_ready'] }),
    database: Type.String({
      examples: ['ok', 'read_only', 'disk_full', 'refused', 'unreachable'],
      description: 'Whether the database answers and accepts writes, or why not.',
    }),
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

/** Readiness of this process for requests; see `ApiDeps.readiness`. */
export const getReady = endpoint({
  method: 'GET',
  path: '/health/ready',
  operationId: 'getReady',
  tag: 'platform',
  summary: 'Readiness of this process',
  audience: 'public',
  auth: open,
  uncounted: true,
  ignoresQuery: true,
  responseScope: 'public',
  responses: { 200: Ready, 503: Ready },

  async handle({ deps }) {
    const { fine, checks, reasons } = await deps.readiness();
    return {
      status: fine ? 200 : 503,
      headers: { 'Cache-Control': 'no-store' },
      body: { status: fine ? 'ready' : 'not_ready', ...reasons, checks },
    };
  },
});
