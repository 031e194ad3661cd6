import { AgentsError } from '../../modules/findings/contract/agents';
import { openClaimReader } from '../../vendors/agents/claim-reader';
import { Differs, jsonOf, made, refusal, same, Unknown, type Assumption } from './assumption';
import {
  AGREED,
  inDollars,
  providerWith,
  SCAN_BUDGET_MICROS,
  COST,
  PAID_ASSUMPTIONS,
  type AgentsContact,
} from './paid-research';

const FOLLOWED_WITHIN_MS = 600_000;
const SEND = 'POST /v1/sessions/{id}/events';

export const AGENT_ASSUMPTIONS: readonly Assumption<AgentsContact>[] = [
  {
    name: 'unknown-key',
    says: 'An unknown key is refused with 401 authentication_error.',
    cure: 'See vendors/agents/vendor-client.ts.',
    async check({ settings, last }) {
      const error = await refusal('it', providerWith(settings, 'sk-ant-first-contact-unknown').drift());
      same('the failure', error instanceof AgentsError ? error.kind : String(error), 'account_stopped');
      const exchange = last('GET /v1/agents');
      same('the answer', `${exchange.status} ${errorTypeOf(exchange)}`, '401 authentication_error');
      return '401 authentication_error';
    },
  },
  {
    name: 'agent',
    says: 'Our agent definition can be deployed, is found by name, and has no drift; deploying it again changes nothing.',
    cure: 'See vendors/agents/provisioning.ts and agent-definition.ts, and whether the key may use AGENT_MODEL.',
    async check(contact) {
      const { provider } = contact;
      const agent = await provider.provision();
      same('the version of a second call', (await provider.provision()).agentVersion, agent.agentVersion);
      const { status, differences } = await provider.drift();
      if (status !== 'in_sync') throw new Differs(`it has drifted: ${differences.slice(0, 5).join('; ')}`);
      contact.agent = agent;
      return `${agent.agentId}, version ${agent.agentVersion}`;
    },
  },
  {
    name: 'session',
    says: 'A session starts with the agent’s version, our metadata, a cheaper model and a cost limit.',
    cure: 'See vendors/agents/sessions.ts, startSession. Start no run until you understand the difference.',
    async check(contact) {
      const { provider, settings, last } = contact;
      const agent = made(contact.agent, 'agents agent');
      if (!settings.spends) throw new Unknown(`Sessions cost up to ${AGREED}: pass --agree-to-cost.`);
      const brief = { scannedIdea: 'A newsletter on the history of lighthouses' };
      const session = await provider.startSession(agent, settings.unique, brief, SCAN_BUDGET_MICROS);
      contact.session = session;
      same('the version', session.agentVersion, agent.agentVersion);
      const { metadata } = jsonOf(last('POST /v1/sessions')) as { metadata?: { reference?: string } };
      same('our reference in its metadata', metadata?.reference, settings.unique);
      return `${session.sessionId} on ${session.model}`;
    },
  },
  {
    name: 'session-found',
    says: 'A session is listed by agent and time, and found by its metadata.',
    cure: 'See vendors/agents/sessions.ts: if the answer to a start is lost, the run would be paid twice.',
    async check({ provider, agent, session, settings, begunAt }) {
      const { sessionId } = made(session, 'agents session');
      const found = await provider.findSession(agent!, settings.unique, begunAt);
      same('the session', found?.sessionId, sessionId);
      for await (const page of provider.listOpen(agent!, new Date(begunAt.getTime() - 60_000)))
        if (page.some((each) => each.sessionId === sessionId && each.ofDeployment)) return 'found';
      throw new Differs('it is not among the open sessions of this deployment');
    },
  },
  {
    name: 'events',
    says: 'The events of a session are streamed until it submits or ends. A later follower gets all of them from its history.',
    cure: 'See vendors/agents/follow-session.ts and session-events.ts.',
    async check(contact) {
      const { provider, session } = contact;
      const { sessionId } = made(session, 'agents session');
      const kinds = new Set<string>();
      const follow = (heard: (kind: string) => void) =>
        provider.follow(sessionId, {
          after: null,
          budgetMicros: SCAN_BUDGET_MICROS,
          signal: AbortSignal.timeout(FOLLOWED_WITHIN_MS),
          onEvent: ({ kind }) => heard(kind),
        });
      const turn = await follow((kind) => kinds.add(kind));
      const { status, headers } = contact.last('GET /v1/sessions/{id}/events/stream');
      const form = headers['content-type']?.split(';')[0];
      same('the stream', `${status} ${form}`, '200 text/event-stream');
      const again = await follow(() => undefined);
      same('the turn that a second follower sees', again.type, turn.type);
      contact.turn = turn;
      return `${turn.type} after ${[...kinds].length} kinds of events`;
    },
  },
  {
    name: 'answer',
    says: 'A submission can be answered once. A second answer is refused, and we detect the first one.',
    cure: 'See vendors/agents/sessions.ts, answerSubmission: corrections would be asked for twice.',
    async check({ provider, session, turn, last }) {
      const { sessionId } = made(session, 'agents session');
      const submitted = made(turn, 'agents events');
      if (submitted.type !== 'submitted') throw new Unknown(`The session ended as ${submitted.type}: run it again.`);
      const flaws = [{ pointer: '/verdict', detail: 'must be rewritten' }];
      await provider.answer(sessionId, submitted.toolUseId, flaws);
      same('the status of the answer', last(SEND).status, 200);
      await provider.answer(sessionId, submitted.toolUseId, flaws);
      const { status } = last(SEND);
      if (status < 400 || status >= 500) throw new Differs(`a second answer was accepted (${status})`);
      return `200, then ${status}`;
    },
  },
  {
    name: 'steps',
    says: 'The events of a session contain its searches and opened pages.',
    cure: 'See vendors/agents/session-record.ts: sources would count as unopened.',
    async check({ provider, session }) {
      const { sessionId } = made(session, 'agents session');
      const kinds: string[] = [];
      for await (const { kind } of provider.steps(sessionId)) kinds.push(kind);
      const of = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
      if (kinds.length === 0) throw new Differs('there are neither searches nor pages');
      return `${of('asked')} searches, ${of('opened')} pages opened`;
    },
  },
  {
    name: 'stop',
    says: 'An interrupted session is archived and reports its usage. Stopping it again reports the same usage.',
    cure: 'See vendors/agents/sessions.ts, stopSession, and model-prices.ts: run costs depend on it.',
    async check({ provider, session, spent }) {
      const { sessionId, model } = made(session, 'agents session');
      const spend = await provider.stop(sessionId);
      if (!spend || spend.inputTokens === 0 || spend.costMicros === 0) throw new Differs('it reports no cost');
      if (spend.costMicros > 2 * SCAN_BUDGET_MICROS)
        throw new Differs(`it cost ${inDollars(spend.costMicros)}, more than its limit`);
      same('the cost the second time', (await provider.stop(sessionId))?.costMicros, spend.costMicros);
      spent.push({ step: 'scan', costMicros: spend.costMicros });
      return `${model}, ${inDollars(spend.costMicros)}`;
    },
  },
  {
    name: 'erase',
    says: 'A deleted session answers 404.',
    cure: 'See vendors/agents/sessions.ts, eraseSession: erasure of accounts depends on it.',
    async check({ provider, session, last }) {
      const { sessionId } = made(session, 'agents session');
      await provider.erase(sessionId);
      same('what is left of it', await provider.stop(sessionId), null);
      const { status } = last(SEND);
      same('the status', status, 404);
      return '404';
    },
  },
  ...PAID_ASSUMPTIONS,
  {
    name: 'reader',
    says: 'The second reader judges a claim with the required tool.',
    cure: 'See vendors/agents/claim-reader.ts, and whether the key may use CLAIM_CHECK_MODEL.',
    async check({ settings, spent }) {
      if (!settings.spends) throw new Unknown('It costs a fraction of a cent: pass --agree-to-cost.');
      const reader = openClaimReader({
        ...settings.agents,
        CLAIM_CHECK: 'on',
        CLAIM_CHECK_MODEL: settings.readerModel,
      });
      const claim = {
        claim: 'It has 4,000 readers.',
        excerpt: 'The letter has 4,000 readers.',
        surroundings: null,
        calculation: null,
      };
      const { support, costMicros } = await reader.judge(claim, AbortSignal.timeout(60_000));
      spent.push({ step: 'reader', costMicros });
      same('the judgment', support, 'supported');
      return `${support}, ${inDollars(costMicros)}`;
    },
  },
  COST,
];

function errorTypeOf(exchange: { body: string }): string {
  return String(((jsonOf(exchange)['error'] ?? {}) as { type?: unknown }).type);
}
