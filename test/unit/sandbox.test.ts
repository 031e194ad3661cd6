import { checkedPlan, checkedSubmission } from '../../activities/check-submission';
import { SANDBOX_OUTCOMES } from '../../contracts/sandbox';
import { allEndpoints } from '../../api/endpoints/table';
import { outcomeOf } from '../../domain/sandbox/outcome';
import { planFlaws } from '../../domain/plan';
import { sandboxFindings, sandboxPlan, type Quality } from '../../domain/sandbox/submissions';
import { createSandbox } from '../../providers/sandbox/create-sandbox';
import type { FoundQuotation } from '../../domain/verified-evidence';
import type { ResearchAgents } from '../../contracts/research-agents';

const untouchable = new Proxy({} as ResearchAgents, {
  get: (_, name) => () => {
    throw new Error(`the live provider was asked: ${String(name)}`);
  },
  ownKeys: () => [],
});

async function checkedAs(quality: Quality, candidateId: string | null = null) {
  const since = new Date();
  const findings = sandboxFindings(since, candidateId, quality);
  const { citedPages } = createSandbox(untouchable, () => Promise.resolve(null)).sandbox;
  const checks: [string, FoundQuotation][] = [];
  for (const { evidenceId, sourceUrl, excerpt } of findings.evidence) {
    const page = { url: sourceUrl, quotations: [excerpt], owner: 'run' };
    const { found, contentSha256 } = await citedPages.check(page, AbortSignal.timeout(1_000));
    const { status, kept } = found[0]!;
    checks.push([evidenceId, { status, contentSha256, checkedAt: since.toISOString(), ...kept }]);
  }
  return checkedSubmission(findings, { last: false, verifications: new Map(checks) }, { since, depth: 'research' });
}

test.each([null, 'c25'])('submissions for %s pass every check of live research', async (candidateId) => {
  const { document, flaws } = await checkedAs('sound', candidateId);
  expect(flaws).toEqual([]);
  expect(document!.evidence.every(({ verification }) => verification?.status === 'verified')).toBe(true);
  expect(document!.limitations.join(' ')).toMatch(/sandbox/);
});

test('flawed and unreadable submissions fail as live ones do', async () => {
  expect((await checkedAs('flawed')).flaws.map(({ pointer }) => pointer)).toContain('/dimensions/demand/evidenceIds/0');
  const { short, document } = await checkedAs('unreadable');
  expect([short !== null, document]).toEqual([true, null]);
});

test('a plan passes the checks of live research', () => {
  expect(planFlaws(checkedPlan(sandboxPlan(25, 'sound')).document!, 25)).toEqual([]);
});

test('words anywhere in a request choose one outcome', () => {
  for (const name of Object.keys(SANDBOX_OUTCOMES)) expect(outcomeOf(`A letter (sandbox:${name}, please)`)).toBe(name);
  expect(outcomeOf('A newsletter on the sandbox: toys and play')).toBe('completes');
  expect(() => outcomeOf('sandbox:explodes')).toThrow(/sandbox:explodes is no outcome: sandbox:completes/);
  expect(() => outcomeOf('sandbox:fails sandbox:slow')).toThrow(/one outcome/);
});

test('never reaches the live provider', async () => {
  const { agents, sandbox } = createSandbox(untouchable, () => Promise.resolve(null));
  await expect(agents.stop('sandbox_run_x')).resolves.toMatchObject({ costMicros: 0 });
  expect(() => agents.stop('sesn_1')).toThrow(/the live provider was asked: stop/);
  const brief = { idea: 'i', audience: null, geography: null };
  await expect(agents.startSession(sandbox.agent, 'run_live', brief, 1)).rejects.toThrow(/not a run of the sandbox/);
});

test('every live endpoint has a twin in the sandbox', () => {
  const endpoints = allEndpoints('http://127.0.0.1');
  const pathsOf = (mode: string) =>
    endpoints.filter(({ auth }) => auth.type === 'key' && auth.mode === mode).map(({ path }) => path);
  const twins = pathsOf('live').map((path) => path.replace('/v1/', '/v1/sandbox/'));
  expect(twins.length).toBeGreaterThan(0);
  expect(pathsOf('test')).toEqual(expect.arrayContaining(twins));
});
