import { alertMessage } from '../../domain/messages/alerts';
import { raiseAlert } from '../../store/alerts/raise-alert';
import { call, IDEA } from '../../test/support/api';
import { eventually } from '../../test/support/eventually';
import { mailTo, tokenIn } from '../../test/support/mails';
import { startStack, type Stack, type StackOptions } from '../../test/support/stack';
import { keepHistory, type Wanted } from './keep-history';

interface PeopleBranch {
  name: string;
  options?: StackOptions;
  /** Triggers the branch and returns the id of the workflow. */
  run(stack: Stack): Promise<string>;
}

const email = 'reader@example.net';

async function askForScan(stack: Stack): Promise<string> {
  const body = { email, idea: IDEA, marketingConsent: true };
  return `scan/${(await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', { body })).body.scanId}`;
}

async function confirmedScan(stack: Stack): Promise<string> {
  const workflowId = await askForScan(stack);
  const token = tokenIn(await mailTo(stack.mails, email, 'scan-confirmation'));
  await call(stack.api, 'GET', `/v1/scan/confirm?token=${token}`, { headers: { accept: 'application/json' } });
  return workflowId;
}

const BRANCHES: PeopleBranch[] = [
  { name: 'scan-completed', run: confirmedScan },
  {
    name: 'scan-failed',
    async run(stack) {
      await stack.agents.fault('task:heat pumps', 'refusal');
      return confirmedScan(stack);
    },
  },
  {
    name: 'scan-late',
    options: { settings: { scanDeadlineMs: 1_000 } },
    async run(stack) {
      await stack.agents.fault('task:heat pumps', 'hang');
      return confirmedScan(stack);
    },
  },
  {
    name: 'scan-expired',
    options: { settings: { scanConfirmationMs: 1_000 } },
    async run(stack) {
      const workflowId = await askForScan(stack);
      await mailTo(stack.mails, email, 'scan-confirmation');
      return workflowId;
    },
  },
  {
    name: 'mail-sent',
    async run(stack) {
      await call(stack.api, 'POST', '/v1/auth/sign-in-link', { body: { email } });
      await mailTo(stack.mails, email, 'sign-in-link');
      const { id } = await eventually('the link is there', () => stack.db.prisma.accountLink.findFirst());
      return `mail/account_link/${id}`;
    },
  },
];

BRANCHES.push({
  name: 'alert-delivered',
  async run(stack) {
    await raiseAlert(stack.db.pool, {
      alert: 'withdrawal-stuck',
      subject: 'wdr_recorded',
      facts: { withdrawalId: 'wdr_recorded' },
    });
    await stack.start(alertMessage({ alert: 'withdrawal-stuck', subject: 'wdr_recorded' }));
    return 'alert/withdrawal-stuck/wdr_recorded';
  },
});

/** Runs every branch of the account, mail and alert workflows and records their histories. */
export async function recordPeople(wanted: Wanted): Promise<void> {
  for (const { name, options, run } of BRANCHES.filter((branch) => wanted(branch.name))) {
    const stack = await startStack(options);
    try {
      await keepHistory(stack.temporal, await run(stack), name);
      console.log(`${name}: kept`);
    } finally {
      await stack.close();
    }
  }
}
