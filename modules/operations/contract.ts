import { Type, type Static } from '@sinclair/typebox';
import { closed, nullable, openEnum, timestamp } from '../../base/schema';

/** Parts of the service, by their names in the public status, with their display names. */
export const COMPONENTS = {
  api: 'API and pages',
  database: 'Storage',
  workflows: 'Job queue',
  workers: 'Workers',
  agent: 'Research agent',
  books: 'Payments',
} as const;
export type ComponentName = keyof typeof COMPONENTS;

/** States of a part. `delayed`: work is accepted but waits. `unknown`: the part could not be checked. */
export const COMPONENT_STATES = ['working', 'delayed', 'impaired', 'down', 'unknown'] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];

/** Public state of the service and its parts (docs/interface/developers.md#health). */
export const ServiceStatus = Type.Object(
  {
    status: openEnum(['working', 'delayed', 'impaired', 'down'] as const),
    summary: Type.String({ examples: ['All systems are working.'] }),
    components: Type.Array(
      Type.Object(
        {
          name: openEnum(Object.keys(COMPONENTS) as ComponentName[]),
          label: Type.String({ examples: ['Workers'] }),
          status: openEnum(COMPONENT_STATES),
          summary: Type.String({ examples: ['Work on research and orders.'] }),
          lastSeenAt: nullable(
            Type.Unsafe<string>({ ...timestamp, description: 'When it last worked or was last checked.' }),
          ),
        },
        { title: 'ServiceComponent', ...closed },
      ),
    ),
    apiVersion: Type.String({ examples: ['v1'] }),
    serviceVersion: Type.String({ examples: ['1.0.0'] }),
    findingsSchemaVersion: Type.String({ examples: ['1.2.0'] }),
    checkedAt: timestamp,
  },
  { title: 'ServiceStatus', ...closed },
);
export type ServiceStatus = Static<typeof ServiceStatus>;
