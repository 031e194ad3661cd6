import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/ports';
import { signedHeaders } from '../../platform/webhook-signature';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { newId } from '../../contracts/ids';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { transaction } from '../../prisma/client';
import { recordEvent } from '../../store/events/record-event';
import { call, createWebhook } from '../support/api';
import { eventually } from '../support/eventually';
import { textOfHtml } from '../support/html-text';
import { useStack } from '../support/use';

/** Commands that run the page's programs, and those that detect each language on this machine. */
const LANGUAGES = [
  { heading: 'Node.js', file: 'receive.mjs', command: ['node'], version: 'node --version' },
  { heading: 'Python', file: 'receive.py', command: ['python3'], version: 'python3 --version' },
  { heading: 'Go', file: 'receive.go', command: ['go', 'run'], version: 'go version' },
];

function present({ version }: { version: string }): boolean {
  try {
    execFileSync('sh', ['-c', version], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'noi-receivers-'));
let child: ChildProcess | null = null;
const stack = useStack({ productEvents: true, settings: ALL_EVENTS });
afterEach(() => {
  // `go run` starts the program as a child in the same process group.
  if (child?.pid) process.kill(-child.pid, 'SIGKILL');
  child = null;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** The program as a reader copies it from the page. */
async function programOf(heading: string): Promise<string> {
  const { text } = await call(stack.api, 'GET', '/developers/webhooks');
  const code = new RegExp(`<h3>${heading}</h3>.*?<pre[^>]*><code[^>]*>(.*?)</code></pre>`, 's').exec(text)![1]!;
  return textOfHtml(code);
}

test('Node.js is installed, so that at least one program runs', () => {
  expect(LANGUAGES.filter(present).map(({ heading }) => heading)).toContain('Node.js');
});

test.each(LANGUAGES.filter(present))(
  'the receiver in $heading takes what we deliver and refuses what anybody else does',
  async ({ heading, file, command }) => {
    const path = join(folder, file);
    writeFileSync(path, await programOf(heading));
    const port = await freePort();
    const url = `http://localhost:${port}/`;
    const wanted = { url, eventTypes: ['webhook.test', 'run.completed'] };
    const { webhookId, signingSecret } = (await createWebhook(stack.api, stack.customer, heading, wanted)).body;
    const [program, ...args] = [...command, path];
    child = spawn(program, args, {
      cwd: folder,
      detached: true,
      env: { ...process.env, PORT: String(port), NOI_WEBHOOK_SECRET: signingSecret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout!.on('data', (chunk) => (printed += String(chunk)));
    const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', body: '{}', headers });
    // Compiled languages take a while.
    await eventually('the receiver listens', () => post({}).catch(() => null), 80_000);

    const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, {
      patience: { firstRetryMs: 1, maxRetryMs: 1 },
    });
    await stack.start(pending!.message);
    const handle = stack.temporal.workflow.getHandle(pending!.message.workflowId);
    expect(await handle.result()).toMatchObject({ status: 'delivered' });
    await eventually('the receiver prints the id', () => printed.includes(deliveryId));

    const event = { type: 'run.completed', subject: newId('run'), status: 'completed', mode: 'live' } as const;
    await transaction(stack.db, (tx) => recordEvent(tx, { ...event, accountId: stack.customer.accountId }));
    const told = { webhookId, eventType: event.type };
    const { id } = await stack.db.prisma.webhookDelivery.findFirstOrThrow({ where: told });
    const left = await stack.db.prisma.outboxMessage.findUniqueOrThrow({
      where: { dedupeKey: `start:webhook-delivery/${id}` },
    });
    await stack.start(left.message as unknown as WorkflowMessage);
    await eventually('the receiver prints the event', () => printed.includes(id));

    const now = String(Math.floor(Date.now() / 1_000));
    const forged = { 'webhook-id': 'whd_x', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA v2,BBBB' };
    const old = signedHeaders([signingSecret], 'whd_old', new Date(Date.now() - 600_000), '{}');
    const another = signedHeaders([signingSecret], 'whd_other', new Date(), '{ }');
    for (const headers of [{}, forged, { ...forged, 'webhook-timestamp': 'soon' }, old, another]) {
      expect((await post(headers)).status).toBe(400);
    }
  },
);
