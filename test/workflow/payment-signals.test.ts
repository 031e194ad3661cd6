import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { SIGNALS, type PaymentInput, type PaymentNotification } from '../../base/workflow-messages';
import { readWorkflowBundle } from '../../worker/bundle';
import { eventually } from '../support/eventually';

test('handles a payment signal that arrives while its workflow is about to end', async () => {
  const taskQueue = `payment-signals-${process.pid}`;
  const settled: string[] = [];
  let describing = false;
  let describe: () => void;
  const described = new Promise<void>((resolve) => (describe = resolve));
  const activities = {
    settlePayment: async (_order: string, session: string) => void settled.push(session),
    refundPayments: async () => ({ pending: false }),
    describeOrder: async () => {
      describing = true;
      await described;
      return { conclusion: { outcome: 'paid', summary: 'Paid.' }, refundDue: false };
    },
  };
  const address = process.env.TEST_TEMPORAL_ADDRESS!;
  const connection = await NativeConnection.connect({ address });
  const client = new Client({ connection: await Connection.connect({ address }) });
  const worker = await Worker.create({
    connection,
    taskQueue,
    activities,
    workflowBundle: { code: await readWorkflowBundle() },
  });
  const running = worker.run();
  const news = (sessionId: string): [PaymentNotification] => [{ about: 'session', sessionId }];
  const input: PaymentInput = { orderId: 'ord_1', followRefundEveryMs: 60_000 };
  // Signals arrive only between workflow tasks. A local activity that takes most of the timeout ends the current task.
  const options = { taskQueue, workflowId: taskQueue, workflowTaskTimeout: '1 second', args: [input] } as const;
  const workflow = await client.workflow.signalWithStart('payment', {
    ...options,
    args: [input],
    signal: SIGNALS.paymentChanged,
    signalArgs: news('cs_1'),
  });
  await eventually('the workflow asks what became of the order', () => describing);
  await workflow.signal(SIGNALS.paymentChanged, ...news('cs_2'));
  await eventually('the workflow has the signal', async () => {
    const { events = [] } = await workflow.fetchHistory();
    const signaled = events!.findLastIndex((event) => event.workflowExecutionSignaledEventAttributes);
    return (
      events!.filter((event) => event.workflowExecutionSignaledEventAttributes).length === 2 &&
      events!.slice(signaled).some((event) => event.workflowTaskStartedEventAttributes)
    );
  });
  describe!();
  expect(await workflow.result()).toMatchObject({ outcome: 'paid' });
  expect(settled).toEqual(['cs_1', 'cs_2']);
  worker.shutdown();
  await running;
  await connection.close();
  await client.connection.close();
});
