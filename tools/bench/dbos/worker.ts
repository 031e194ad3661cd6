// The Idea Check as a DBOS workflow: the worker's own activities are its steps, in the order of workflows/evaluation.ts,
// with the same clients, database and stand-ins. A PUT of its input runs one and is answered as it ends.
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { asyncLocalStorage, Context, type Info } from '@temporalio/activity';
import { noopMetricMeter } from '@temporalio/common';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { createActivities } from '../../../activities/create-activities';
import { activitySettingsOf } from '../../../activities/settings';
import { AGENT_NAME } from '../../../contracts/agent';
import type { EvaluationInput } from '../../../contracts/workflow-messages';
import { createDossierRenderer } from '../../../documents/create-dossier-renderer';
import { readSettings } from '../../../platform/settings';
import { openDatabase } from '../../../prisma/client';
import { openAgents } from '../../../providers/agents/open-agents';
import { createSandbox } from '../../../providers/sandbox/create-sandbox';
import { findSandboxPart } from '../../../store/runs/find-sandbox-part';
import { createCitedPages } from '../../../providers/cited-pages/cited-pages';
import { workerSettings } from '../../../worker/settings';

const settings = readSettings(workerSettings);
const dossiers = createDossierRenderer();
const db = openDatabase(settings.DATABASE_URL, settings.DATABASE_POOL);
const live = openAgents(settings, { onCall: () => undefined });
const activities = createActivities({
  ...activitySettingsOf(settings, live.provider),
  ...createSandbox(live, (assignmentId) => findSandboxPart(db, assignmentId)),
  db,
  agentName: AGENT_NAME,
  dossiers,
  claimReader: null,
  citedPages: createCitedPages({
    publicUrl: settings.PUBLIC_URL,
    sampleOrigin: settings.CITED_PAGES_ORIGIN ?? null,
    onChecked: () => undefined,
  }),
  mailer: null,
  webhooks: null,
  alertReceiver: null,
  tokenSecrets: null,
  payments: null,
  stopping: new AbortController().signal,
});

async function evaluationOnDbos({ runId, deadlineMs }: EvaluationInput): Promise<string> {
  await step('begin', () => activities.beginRun(runId, deadlineMs));
  const { sessionId } = await step('start', () => activities.startSession(runId));
  const { toolUseId } = await step('follow', () => activities.followSession(runId, sessionId));
  await step('evidence', () => activities.checkEvidence(runId, 'validating'));
  const { flaws } = await step('check', () =>
    activities.checkSubmission(runId, sessionId, toolUseId, { mayCorrect: false, stage: 'validating', evidence: true }),
  );
  if (flaws > 0) throw new Error(`The submission of ${runId} has ${flaws} flaws`);
  await step('render', () => activities.renderDossier(runId, 'rendering'));
  const { status } = await step('complete', () => activities.completeRun(runId));
  await step('notify', () => activities.sendRunNotice(runId));
  return status;
}
const evaluation = DBOS.registerWorkflow(evaluationOnDbos, { name: 'evaluation' });

/** Runs an activity as a step, where it finds the context that a Temporal worker would give it. */
function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  const context = new Context(
    {
      attempt: 1,
      heartbeatTimeoutMs: 20_000,
      startToCloseTimeoutMs: 60_000,
      currentAttemptScheduledTimestampMs: Date.now(),
    } as Info,
    new Promise<never>(() => undefined),
    new AbortController().signal,
    () => undefined,
    undefined,
    console,
    noopMetricMeter,
    {},
  );
  return DBOS.runStep(() => asyncLocalStorage.run(context, run), { name, retriesAllowed: true, maxAttempts: 5 });
}

async function complete(request: IncomingMessage): Promise<string> {
  const input = JSON.parse(await text(request)) as EvaluationInput;
  const handle = await DBOS.startWorkflow(evaluation, { workflowID: input.runId })(input);
  return handle.getResult();
}

async function main(): Promise<void> {
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: process.env.SYSTEM_DATABASE_URL!,
    systemDatabasePoolSize: settings.DATABASE_POOL,
    logLevel: 'error',
  });
  await DBOS.launch();
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? Promise.resolve('ready') : complete(request);
    answer.then(
      (status) => response.end(JSON.stringify({ status })),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(Number(process.env.PORT), process.env.HOST);
  process.once('SIGTERM', () => process.exit(0));
}

void main();
