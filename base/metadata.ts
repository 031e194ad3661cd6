import { Type } from '@sinclair/typebox';

/** Data of the caller's own on a run (docs/interface/runs.md): texts by name. */
export type Metadata = Record<string, string>;

/** Bounds of {@link Metadata}; lengths count characters. */
export const METADATA_BOUNDS = { keys: 16, keyLength: 40, valueLength: 500 } as const;

const metadata = (description: string, title?: string) =>
  Type.Unsafe<Metadata>({
    ...(title && { title }),
    type: 'object',
    description,
    maxProperties: METADATA_BOUNDS.keys,
    propertyNames: { type: 'string', minLength: 1, maxLength: METADATA_BOUNDS.keyLength },
    additionalProperties: { type: 'string', maxLength: METADATA_BOUNDS.valueLength },
    examples: [{ customer: 'acme', batch: '2026-11' }],
  });

export const OwnMetadata = metadata(
  'Your own data, such as a customer id. It comes back with the run, and you can filter runs by it. The agent never sees it. Do not store secrets in it.',
);

/** Metadata that runs are selected by: all of it must agree. */
export const MetadataFilter = metadata(
  'Only runs with all of this metadata: `metadata[customer]=acme`.',
  // Named, so that a generator that cannot write a map in a query can be given a class for it.
  'MetadataFilter',
);

/** Metadata as answers have it; `{}` where there is none. */
export const ShownMetadata = Type.Unsafe<Metadata>({
  type: 'object',
  additionalProperties: { type: 'string' },
  examples: [{ customer: 'acme', batch: '2026-11' }],
});
