import { RUN_FAILURES } from '../../base/run-failures';
import type { Findings } from '../../modules/findings/contract/findings';
import { leakIn } from '../../modules/findings/text/model-output';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import type { PageEffect } from '../../stand-ins/web/web';
import { openAgents } from '../../vendors/agents/open-agents';
import { call, createEvaluation } from '../support/api';
import { eventually } from '../support/eventually';
import { signIn } from '../support/people';
import { researchDossier } from '../support/runs';
import { useStack } from '../support/use';

/** A fixed number of sources per sample, so that tests know each source's position. */
const SIX: [number, number] = [6, 6];

// More of these runs end without findings than the default daily limit of returned credits allows.
const stack = useStack({ settings: { returnedCreditsPerDay: 20 } });
beforeEach(() => stack.agents.variety({ seed: 0, sources: SIX, profile: 'typical' }));
afterEach(() => stack.agents.habits({ leaks: false }));

const sourcesOf = (idea: string) => sampleSubmission({ idea, audience: null, geography: null }).evidence;
const findingsOf = async (runId: string) => {
  const { body } = await call<Findings>(stack.api, 'GET', `/v1/runs/${runId}/findings`, { key: stack.customer.apiKey });
  return body;
};
const statusesOf = ({ evidence }: Pick<Findings, 'evidence'>) => evidence.map((entry) => entry.verification?.status);
const answersOf = async (runId: string) => (await stack.agents.sessionsOf(runId))[0]!.answers;
const turn = (idea: string, place: number, effect: PageEffect) =>
  stack.agents.page(sourcesOf(idea)[place]!.sourceUrl, effect);

test('checks each quotation on its page, and counts the results on the run', async () => {
  const runId = await stack.create('A weekly letter on the upkeep of church organs for parish councils');
  expect((await stack.status(runId)).evidence).toBeNull();
  const run = await stack.finished(runId);
  expect(run).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 6 } });
  const findings = await findingsOf(runId);
  expect(findings.evidence.map(({ verification }) => verification)).toEqual(
    findings.evidence.map(({ excerpt, publishedAt, title }) => ({
      ...(publishedAt && { pageDate: publishedAt }),
      status: 'verified',
      checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      context: expect.stringContaining(excerpt) as string,
      pageTitle: title,
    })),
  );
  expect((await answersOf(runId)).map(({ accepted }) => accepted)).toEqual([true]);
});

test('sends back a quotation that is not on its page, and bases no fact on it', async () => {
  const idea = 'A monthly letter on beekeeping on the roofs of hotels for their managers';
  await turn(idea, 2, 'changed');
  const runId = await stack.create(idea);
  const run = await stack.finished(runId);
  expect(run).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  const answers = await answersOf(runId);
  expect(answers.map(({ accepted }) => accepted)).toEqual([false, false, false, true]);
  expect(answers[0]!.text).toMatch(/\/evidence\/2\/excerpt/);
  const findings = await findingsOf(runId);
  expect(statusesOf(findings)).toEqual(['verified', 'verified', 'not_found', 'verified', 'verified', 'verified']);
  const resting = Object.values(findings.dimensions).filter(({ evidenceIds }) => evidenceIds.includes('ev3'));
  expect(resting.length).toBeGreaterThan(0);
  expect(resting.map(({ basis }) => basis)).not.toContain('fact');
  expect(findings.limitations.join('\n')).toContain('ev3');
});

test('lowers a score that rests only on an unreadable page', async () => {
  const idea = 'A letter on the repair of tower clocks for the towns that own them';
  await turn(idea, 2, 'wall');
  await turn(idea, 3, 'pdf');
  // Break the quotations, so that the agent has not seen the text that it quotes.
  await stack.agents.breakRule(idea, 'quotation', 10);
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  const findings = await findingsOf(runId);
  expect(statusesOf(findings)).toEqual(['verified', 'verified', 'unreachable', 'verified', 'verified', 'verified']);
  const answers = await answersOf(runId);
  expect(answers.map(({ accepted }) => accepted)).toEqual([false, false, false, true]);
  expect(answers[0]!.text).toContain('/dimensions/competition/basis');
  expect(findings.dimensions.competition).toMatchObject({ basis: 'estimate', confidence: 'low' });
  expect(findings.limitations[0]).toContain('basis not supported by its sources was lowered');
});

test('cites no page on a domain that the run excludes', async () => {
  const idea = 'A letter on the tuning of harpsichords for those who own one';
  const { hostname } = new URL(sourcesOf(idea)[5]!.sourceUrl);
  const { body } = await createEvaluation(stack.api, stack.customer, 'sources', {
    idea,
    sources: { exclude: [hostname] },
  });
  const run = await stack.finished(body.runId);
  expect(run).toMatchObject({ status: 'completed', evidence: { cited: 5, verified: 5 } });
  const answers = await answersOf(body.runId);
  expect(answers[0]!.text).toContain('/evidence/5/sourceUrl: is on a domain that this research must not use');
  const findings = await findingsOf(body.runId);
  expect(findings.evidence.map(({ sourceUrl }) => new URL(sourceUrl).hostname)).not.toContain(hostname);
  expect(findings.limitations[0]).toContain('citations of domains that this research must not use were removed');
});

test('completes a run when a correction breaks a sound submission', async () => {
  const idea = 'A letter on lighthouses for the societies that keep them';
  await turn(idea, 1, 'missing');
  await stack.agents.pace(250);
  const runId = await stack.create(idea);
  await eventually('the flaw went back', async () => {
    const [session] = await stack.agents.sessionsOf(runId);
    return session?.answers.length === 1;
  });
  await stack.agents.fault('task:lighthouses', 'invalid_findings', 10);
  await stack.agents.pace(5);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  expect(statusesOf(await findingsOf(runId))).toContain('not_found');
});

const FAILED = { code: 'not_enough_evidence', retryable: true, message: RUN_FAILURES.not_enough_evidence.message };

const pageOf = async (runId: string) => {
  const { email } = await stack.db.prisma.account.findUniqueOrThrow({ where: { id: stack.customer.accountId } });
  const cookie = await signIn(stack.api, stack.db, email);
  return (await call(stack.api, 'GET', `/account/runs/${runId}`, { headers: { cookie, accept: 'text/html' } })).text;
};

test('returns the credit for research with too few sources, and shows what was found', async () => {
  await stack.agents.variety({ profile: 'lazy' });
  const idea = 'A letter on the care of village wells for the people who drink from them';
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: FAILED,
    entitlementRestored: true,
    evidence: null,
  });
  const [first, ...others] = await answersOf(runId);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ accepted: false });
  expect(first!.text).toMatch(/\/evidence.*must have verified quotations from at least 5 sources on 3 hosts/s);
  expect(await findingsOf(runId)).toMatchObject({ code: 'artifact_unavailable' });
  const [source] = sourcesOf(idea);
  const page = await pageOf(runId);
  expect(page).toContain('Your Idea Check credit is back in your account.');
  expect(page).toContain(source!.claim.replaceAll('"', '&quot;'));
});

test('counts a page closed to our reader if the agent saw the quoted text', async () => {
  const idea = 'A letter on the casting of bells for the towns that order them';
  for (const { sourceUrl } of sourcesOf(idea).slice(0, 3)) await stack.agents.page(sourceUrl, 'wall');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 3 } });
  const findings = await findingsOf(runId);
  const { evidence } = findings;
  expect(evidence.map(({ verification }) => [verification!.status, verification!.seenByAgent])).toEqual([
    ...Array.from({ length: 3 }, () => ['unreachable', true]),
    ...Array.from({ length: 3 }, () => ['verified', undefined]),
  ]);
  expect(evidence[0]!.verification!.context).toContain(sourcesOf(idea)[0]!.excerpt);
  expect((await answersOf(runId)).map(({ accepted }) => accepted)).toEqual([true]);
  const dossier = researchDossier(findings);
  expect(dossier).toContain('Seen by the agent; page closed to our reader');
  expect(dossier).toContain('3 only in what the agent saw, on a page closed to our reader');
});

test('returns the credit for research when our reader could open no cited page', async () => {
  const idea = 'A letter on the tuning of bells for the founders who cast them';
  for (const { sourceUrl } of sourcesOf(idea)) await stack.agents.page(sourceUrl, 'wall');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'failed', failure: FAILED, entitlementRestored: true });
  expect((await answersOf(runId))[0]!.text).toContain('it found none on the cited pages');
  expect(await findingsOf(runId)).toMatchObject({ code: 'artifact_unavailable' });
});

test('sends back or removes a cited page that was never opened', async () => {
  const idea = 'A letter on the hanging of bells for the carpenters who build their frames';
  await stack.agents.breakRule(idea, 'page-opened', 1);
  const corrected = await stack.create(idea);
  expect(await stack.finished(corrected)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 6 } });
  const [first, second] = await answersOf(corrected);
  expect(first!.text).toContain('/evidence/1/sourceUrl: must be a page that you opened in this session');
  expect(second!.accepted).toBe(true);

  const again = 'A letter on the wheels of bells for the wrights who turn them';
  await stack.agents.breakRule(again, 'page-opened', 4);
  const removed = await stack.create(again);
  expect(await stack.finished(removed)).toMatchObject({ status: 'completed', evidence: { cited: 5, verified: 5 } });
  const { evidence, limitations } = await findingsOf(removed);
  expect(evidence.map(({ evidenceId }) => evidenceId)).not.toContain('ev2');
  expect(limitations[0]).toContain('pages that the agent never opened were removed');
  // Our reader must not open the URL either. A made-up URL may leak what the agent knows, or lead to a private server.
  const visits = await stack.agents.visits();
  const [opened, never] = sourcesOf(again).map(({ sourceUrl }) => sourceUrl);
  expect(visits).toContain(opened);
  expect(visits).not.toContain(never!.replace(/\d+$/u, (count) => String(Number(count) + 100)));
});
test('stops an agent from opening an address that no result contained', async () => {
  await stack.agents.variety({ seed: 0, sources: [12, 12], profile: 'hostile' });
  const runId = await stack.create('A letter on sundials for the people who read them');
  await stack.finished(runId);
  const [session] = await stack.agents.sessionsOf(runId);
  const hosts = { opened: new Set<string>(), refused: new Set<string>() };
  for await (const step of openAgents(stack.agents.settings).steps(session!.id)) {
    if (step.kind !== 'asked') hosts[step.kind].add(new URL(step.url).hostname);
  }
  expect(hosts.opened).toContain('orders.example.net');
  expect([...hosts.refused]).toEqual(expect.arrayContaining(['unopened.example.net', 'chatgpt.com']));
});

test('looks up domains of names once, and publishes the results as seen', async () => {
  const idea = 'A letter on weather vanes for the smiths who forge them';
  const [first, second, third] = sampleSubmission({ idea, audience: null, geography: null }).nameChecks!;
  await stack.agents.nameAnswer(first!.domain, 'registered');
  await stack.agents.nameAnswer(third!.domain, 'unknown');
  // Runs of other ideas also name these domains.
  const { length: before } = await stack.agents.namesAsked();
  // A correction names these domains again.
  await stack.agents.breakRule(idea, 'money-range', 1);
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  const { nameChecks } = await findingsOf(runId);
  expect(nameChecks!.slice(0, 3).map(({ domain, site, registration }) => [domain, site, registration!.status])).toEqual(
    [
      [first!.domain, 'unclear', 'registered'],
      [second!.domain, 'unclear', 'not_found'],
      [third!.domain, 'unclear', 'unknown'],
    ],
  );
  const domains = [first!, second!, third!].map(({ domain }) => domain);
  const asked = (await stack.agents.namesAsked()).slice(before).filter((domain) => domains.includes(domain));
  expect(asked.toSorted()).toEqual(domains.toSorted());
  const page = researchDossier(await findingsOf(runId));
  expect(page).toContain(`${first!.domain} is registered.`);
  expect(page).toContain(`${second!.domain} has no DNS records; check with a registrar before you rely on it.`);
  expect(page).toContain(`${third!.domain} could not be checked; ask a registrar.`);
});

test('publishes no markup leaked by a model, and spends no correction on it', async () => {
  const idea = 'A letter on tide tables for the harbor masters who print them';
  const meant = await findingsOf(await done(idea));
  await stack.agents.habits({ leaks: true });
  const runId = await done(idea);
  const findings = await findingsOf(runId);
  const told = ({
    runId: _run,
    generatedAt: _at,
    evidence,
    searchLog: _log,
    nameChecks: _names,
    ...rest
  }: Findings) => ({
    ...rest,
    claims: evidence.map(({ claim, excerpt }) => [claim, excerpt]),
  });
  expect(told(findings)).toEqual(told(meant));
  expect((await answersOf(runId)).map(({ accepted }) => accepted)).toEqual([true]);
  const texts = JSON.stringify(findings).split('"').concat(stack.mails.at(-1)!.text);
  expect(texts.filter((text) => leakIn(text.replaceAll('\\n', ' ')))).toEqual([]);
});

async function done(idea: string): Promise<string> {
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  return runId;
}
