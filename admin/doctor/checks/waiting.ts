import { WAITING_NAMES, waitingOf, type WaitingName } from '../../../domain/waiting';
import { isRunning } from '../../../providers/temporal-client';
import { readPastWait } from '../../../store/sweeps/read-waiting';
import { check, combined, counted, ok, warn, type DoctorDeps, type PartialFinding } from '../check';

const ANSWER_WITHIN_MS = 10_000;
/** The sweep, which passes every few minutes, has had its turn by then. */
const SWEPT_WITHIN_MS = 15 * 60_000;
/** Rows of a kind that are looked at. */
const LIMIT = 20;
const SHOWN = 3;

/** Nothing waits for a workflow that is gone: the sweep has taken up what did (docs/waiting.md). */
export const waiting = check({
  name: 'waiting',
  needs: ['database', 'temporal'],
  cure: 'Check the error of the database or of Temporal.',
  async run(deps) {
    const found = await Promise.all(WAITING_NAMES.map((name) => left(deps, name)));
    const wrong = found.filter((one) => one !== null);
    return wrong.length > 0 ? combined(wrong) : ok('Nothing waits for a workflow that is gone.');
  },
});

async function left({ db, temporal: client }: DoctorDeps, name: WaitingName): Promise<PartialFinding | null> {
  const rows = await readPastWait(db, name, { moreMs: SWEPT_WITHIN_MS, limit: LIMIT });
  const gone = await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
    Promise.all(
      rows.map(async (row) => (row.workflowId !== null && (await isRunning(client, row.workflowId)) ? null : row.id)),
    ),
  );
  const ids = gone.filter((id) => id !== null);
  if (ids.length === 0) return null;
  const { what, cure } = waitingOf(name);
  const more = ids.length > SHOWN ? ', …' : '';
  const noun = ids.length === LIMIT ? `${LIMIT} or more` : counted(ids.length, 'row');
  return warn(`${what}: ${noun} without a workflow (${ids.slice(0, SHOWN).join(', ')}${more}).`, cure);
}
