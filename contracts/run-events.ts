import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { CANDIDATE_STATUSES } from './candidates';
import { idSchema } from './ids';
import { RUN_STATUSES, RunStatus } from './runs';
import { nullable, openEnum, timestamp } from './schema';

const Activity = Type.Object(
  {
    at: timestamp,
    kind: openEnum(['stage', 'plan', 'reading', 'check']),
    candidateId: nullable(Type.String({ description: 'Candidate of a search; null for the run itself.' })),
  },
  { title: 'RunActivity', description: 'What happened in the run; its other members depend on `kind`.' },
);

const Candidate = Type.Object(
  {
    at: timestamp,
    candidateId: Type.String(),
    title: Type.String(),
    status: openEnum(CANDIDATE_STATUSES.filter((status) => status !== 'planned')),
    reason: nullable(Type.String({ description: 'Why it is not ranked.' })),
    score: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'Null until the run has completed.' })),
  },
  { title: 'RunCandidate', description: 'A candidate of a search was settled.' },
);

const End = Type.Object(
  { runId: idSchema('run'), status: openEnum(RUN_STATUSES) },
  { title: 'RunEnd', description: 'The run has ended; the stream ends with it.' },
);

const eventOf = <N extends string, D extends TSchema>(event: N, title: string, data: D) =>
  Type.Object({ event: Type.Literal(event), id: Type.Optional(Type.String()), data }, { title });

/** Server-sent event of a run (docs/interface.md, Runs): its name, its id and its `data`, which is JSON. */
export const RunEvent = Type.Union(
  [
    eventOf('status', 'RunStatusEvent', RunStatus),
    eventOf('activity', 'RunActivityEvent', Activity),
    eventOf('candidate', 'RunCandidateEvent', Candidate),
    eventOf('end', 'RunEndEvent', End),
  ],
  {
    title: 'RunEvent',
    description:
      'One server-sent event of a stream of a run: its name, its id, and its `data`, which is JSON. Ignore names that you do not know.',
  },
);
export type RunEvent = Static<typeof RunEvent>;
