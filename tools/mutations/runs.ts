import type { Mutation } from './mutation';

/** Mutations of how work survives, continues and is checked. */
export const RUNS: readonly Mutation[] = [
  {
    name: 'message-forgotten',
    promise: 'A message stays in the outbox until Temporal has it',
    file: 'worker/relay.ts',
    find: `        await start(message);
        temporal.answered();
        await acknowledge(db, id);`,
    replace: `        await acknowledge(db, id);
        await start(message);
        temporal.answered();`,
    caughtBy: ['test/faults/parts-are-down.test.ts'],
  },
  {
    name: 'sandbox-asks-the-agent',
    promise: 'A run of the sandbox never reaches the agent provider',
    file: 'activities/research-activities.ts',
    find: "    if (mode === 'test') return sandbox.agent;\n",
    replace: '',
    caughtBy: ['test/workflow/sandbox.test.ts'],
  },
  {
    name: 'cost-after-the-end',
    promise: 'The cost of a candidate that settles after its search has ended is added to the run',
    file: 'store/runs/settle-candidate.ts',
    find: '    await recountCosts(tx, runId);',
    replace: '    if (end.reason === undefined) await recountCosts(tx, runId);',
    caughtBy: ['test/store/candidates.test.ts'],
  },
  {
    name: 'session-made-twice',
    promise: 'A session whose creation was not recorded is found again, not made twice',
    file: 'activities/research-activities.ts',
    find: 'const mayBeLeft = attempt > 1 ||',
    replace: 'const mayBeLeft = attempt < 1 ||',
    caughtBy: ['test/workflow/evaluation.test.ts'],
  },
  {
    name: 'silence-without-heartbeat',
    promise: 'The step that follows a session heartbeats while the session is silent',
    file: 'activities/following.ts',
    find: 'DEFAULT_TIMEOUT_MS) / 3);',
    replace: 'DEFAULT_TIMEOUT_MS) * 3);',
    caughtBy: ['test/unit/following.test.ts'],
  },
  {
    name: 'cursor-lost',
    promise: 'A worker that takes over a session continues where the other one was',
    file: 'activities/following.ts',
    find: 'after: earlier?.cursor ?? null,',
    replace: 'after: null,',
    caughtBy: ['test/unit/following.test.ts'],
  },
  {
    name: 'stage-goes-back',
    promise: 'The stage of a run never goes back',
    file: 'store/runs/reach-stage.ts',
    find: 'const earlier = STAGES.slice(0, STAGES.indexOf(stage));',
    replace: 'const earlier = STAGES.filter((other) => other !== stage);',
    caughtBy: ['test/http/read-runs.test.ts'],
  },
  {
    name: 'expired-run-begins',
    promise: 'A run that waited longer than its hour in the queue expires and never begins',
    file: 'store/runs/begin-run.ts',
    find: 'AND status = ANY($4) AND queue_expires_at > now()',
    replace: 'AND status = ANY($4)',
    caughtBy: ['test/workflow/evaluation-limits.test.ts'],
  },
  {
    name: 'quotation-unchecked',
    promise: 'A quotation that its page does not hold goes back to the agent',
    file: 'activities/check-submission.ts',
    find: 'const flaws = [...flawsOf(reviewed, context), ...notFoundFlaws(reviewed)];',
    replace: 'const flaws = flawsOf(reviewed, context);',
    caughtBy: ['test/workflow/evidence.test.ts'],
  },
  {
    name: 'lost-work-lost',
    promise: 'What waits for a workflow that was terminated is taken up by the sweep',
    file: 'worker/start-lost-work.ts',
    find: '{ ...message, restarts: true }',
    replace: 'message',
    caughtBy: ['test/workflow/waiting.test.ts'],
  },
  {
    name: 'mail-sent-late-again',
    promise: 'A mail is not tried again once its provider may have forgotten that it has it',
    file: 'activities/send-once.ts',
    find: 'if (ended) return { sent };',
    replace: 'if (ended && sent) return { sent };',
    caughtBy: ['test/workflow/waiting.test.ts'],
  },
  {
    name: 'floor-of-evidence-let-pass',
    promise: 'Research with too little verified evidence is not charged for',
    file: 'activities/check-submission.ts',
    find: 'if (missing.length === 0) return',
    replace: 'if (missing.length >= 0) return',
    caughtBy: ['test/workflow/not-enough-evidence.test.ts'],
  },
];
