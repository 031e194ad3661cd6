import { readSettings } from '../../base/settings';
import type { ApiDeps } from '../../http/deps';
import { createLimiters, sandboxShare } from '../../http/limits/limiters';
import { apiSettings, settingsOf } from '../../http/settings';
import { startSandboxRuns } from '../../modules/runs/use-cases/start-run';
import { createCustomer, IDEA } from '../support/api';
import { liveClaim } from '../support/runs';
import { useDatabase } from '../support/use';

const db = useDatabase();

test('limits an account’s sandbox runs per day, counting each run of a batch', async () => {
  const { accountId, keyId: apiKeyId } = await createCustomer(db, { mode: 'test', credits: 0 });
  const settings = settingsOf(readSettings(apiSettings, { DATABASE_URL: db.url, PUBLIC_URL: 'http://127.0.0.1:1' }));
  const limiters = createLimiters(1 / 20, { type: 'memory' });
  const deps = { db, limiters, settings, deliver: () => undefined } as unknown as ApiDeps;
  const owner = { accountId, apiKeyId, mode: 'test' as const };
  const runs = Array.from({ length: 60 }, () => ({ kind: 'idea_check' as const, input: { idea: IDEA } }));
  const play = () =>
    startSandboxRuns(deps, sandboxShare(limiters), { claim: liveClaim(accountId, 'POST /x', {}), owner, runs });
  await play();
  await expect(play()).rejects.toMatchObject({ code: 'rate_limited', public: { limitLevel: 'endpoint' } });
  expect(await db.prisma.run.count({ where: { accountId } })).toBe(60);
});
