import { ScheduleNotFoundError } from '@temporalio/client';
import { PAYMENT_SCHEDULES, scheduleIdOf } from '../../../domain/schedules';
import { paymentKeyOf } from '../../../platform/payment-settings';
import { check, combined, fail, inTime, ok, warn, type DoctorDeps, type PartialFinding } from '../check';

/** The schedules that find lost payments and compare the books are there and not paused. */
export const schedules = check({
  name: 'schedules',
  needs: ['temporal'],
  cure: 'Create the namespace first, and let this client describe schedules.',
  async run(deps) {
    const { env } = deps;
    if (!paymentKeyOf(env)) return ok('Payments are off: none is needed.');
    const found = [];
    for (const name of PAYMENT_SCHEDULES) found.push(...(await checkSchedule(name, deps)));
    return found.length > 0 ? combined(found) : ok(`${PAYMENT_SCHEDULES.join(' and ')} are scheduled.`);
  },
});

async function checkSchedule(name: string, { temporal: client, taskQueue }: DoctorDeps): Promise<PartialFinding[]> {
  const id = scheduleIdOf(name, taskQueue);
  try {
    const { state, info } = await inTime(client, () => client.schedule.getHandle(id).describe());
    if (state.paused) return [warn(`${id} is paused: ${state.note || 'no note'}.`, `Unpause ${id} in Temporal Web.`)];
    const next = info.nextActionTimes[0];
    if (next) return [];
    return [warn(`${id} has no next time.`, `Delete ${id} in Temporal Web and restart a worker, which creates it.`)];
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    return [fail(`${id} does not exist.`, 'Start a worker with the keys of the payment provider: it creates it.')];
  }
}
