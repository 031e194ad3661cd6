import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimReader } from '../../contracts/claim-reader';
import { AgentsError } from '../../contracts/research-agents';
import { openClaimReader, READER_DEFINITION, whyNoReader } from '../../providers/agents/claim-reader';
import { MEASURED_READERS, type MeasuredReader } from '../../providers/agents/measured-readers';
import { CLAIM_PAIRS, runClaims, type ClaimFlags } from '../../tools/evals/claims';
import { runEvals } from '../../tools/evals/run-evals';
import { startAgents } from '../support/agents';
import { useEach } from '../support/use';

/** `npm run evals -- --claims`: the second reader against the labelled pairs. */
const agents = useEach(() => startAgents());
const MODEL = 'claude-haiku-5-5';
const settings = () => ({ ...agents.settings, CLAIM_CHECK: 'on', CLAIM_CHECK_MODEL: MODEL });

let folder: string;
let list: string;
const out: string[] = [];
const refused: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noi-claims-'));
  list = join(folder, 'readers.json');
  writeFileSync(list, '{}\n');
  out.splice(0);
  refused.splice(0);
});
afterEach(() => rmSync(folder, { recursive: true }));

const kept = () => JSON.parse(readFileSync(list, 'utf8')) as Record<string, MeasuredReader>;
const evals = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runEvals(['--claims', ...args], env, (text) => void out.push(text), new AbortController().signal);

/** Measures a reader as if it were a model of the provider. */
const measure = (reader: ClaimReader, flags: Partial<ClaimFlags>, signal = new AbortController().signal) =>
  runClaims(
    {
      name: MODEL,
      model: MODEL,
      list,
      open: () => Promise.resolve({ reader, close: () => Promise.resolve() }),
    },
    { parallel: 3, ...flags },
    { out: (text) => void out.push(text), refuse: (message) => refused.push(message) && 2 },
    signal,
  );

/** Judges as labelled, but for the first `wrong` pairs, which it gives no judgement of. */
const labelled = (wrong: number): ClaimReader => ({
  mostMicros: 5_000,
  judge: ({ claim }) => {
    const at = CLAIM_PAIRS.findIndex((pair) => pair.claim === claim);
    return Promise.resolve({ support: at < wrong ? null : CLAIM_PAIRS[at]!.label, costMicros: 400 });
  },
});

test('never keeps what a stand-in judged', async () => {
  expect(await evals(['--keep'])).toBe(2);
  expect(await evals(['--keep', '--yes'], { ...agents.settings })).toBe(2);
  expect(await agents.claimsAsked()).toEqual([]);
  expect(Object.values(MEASURED_READERS).filter(({ agreement }) => agreement < 50)).toEqual([]);
});

test('asks a model nothing before its printed cost was agreed to', async () => {
  expect(await evals([], { ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: 'http://provider.invalid' })).toBe(2);
  expect(await measure(openClaimReader(settings()), {})).toBe(2);
  expect(refused).toEqual([`60 judgements of ${MODEL} can cost $0.28 at most. Agree with --yes.`]);
  expect(await agents.claimsAsked()).toEqual([]);
  expect(out).toEqual([]);
});

test('fails a model below 90%, which then does not read', async () => {
  await agents.fault('POST /v1/messages', 'reader_no', CLAIM_PAIRS.length);
  expect(await measure(openClaimReader(settings()), { yes: true, keep: true })).toBe(1);
  expect(out.join('')).toContain('agrees with 33.3% of 60 labelled pairs');
  expect(out.join('')).toContain('It cost $0.02 at list prices.');
  expect(kept()).toEqual({
    [MODEL]: { agreement: 33.3, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), definition: READER_DEFINITION },
  });
  const atProvider = { ...settings(), ANTHROPIC_BASE_URL: undefined };
  expect(whyNoReader(atProvider, kept())).toMatch(/agreed with 33.3% of the labelled pairs, less than 90%/);
});

test('passes a model with 90%, which reads once it is kept', async () => {
  const other = { agreement: 91, day: '2026-11-01', definition: 'of another prompt' };
  const before = { other, [MODEL]: { ...other, agreement: 12 } };
  writeFileSync(list, JSON.stringify(before));
  expect(await measure(labelled(6), { yes: true })).toBe(0);
  expect(kept()).toEqual(before);
  expect(await measure(labelled(6), { yes: true, keep: true })).toBe(0);
  expect(kept()).toMatchObject({ other, [MODEL]: { agreement: 90 } });
  expect(whyNoReader({ ...settings(), ANTHROPIC_BASE_URL: undefined }, kept())).toBeNull();
  expect(await measure(labelled(7), { yes: true })).toBe(1);
});

test('keeps nothing after an outage or an interruption', async () => {
  await agents.fault('POST /v1/messages', 'error_500', CLAIM_PAIRS.length);
  const flags = { yes: true, keep: true };
  await expect(measure(openClaimReader(settings()), flags)).rejects.toBeInstanceOf(AgentsError);
  await agents.clearFaults();
  const stopped = AbortSignal.abort(new Error('stopped by SIGINT'));
  await expect(measure(openClaimReader(settings()), flags, stopped)).rejects.toThrow('stopped by SIGINT');
  expect(await agents.claimsAsked()).toEqual([]);
  expect(kept()).toEqual({});
  expect(out).toEqual([]);
});
