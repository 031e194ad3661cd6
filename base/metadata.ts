import { Type } from '@sinclair/typebox';

/** The caller's own data on a run (docs/interface/runs.md): strings by name. */
export type Metadata = Record<string, string>;

/** Limits of {@link Metadata}; lengths count characters. */
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

/** Metadata filter for runs; all entries must match. */
export const MetadataFilter = metadata(
  'Only runs with all of this metadata: `metadata[customer]=acme`.',
  // Named because some code generators cannot express a map in a query. Instead, they generate a class with this name.
  'MetadataFilter',
);

/** Metadata in responses; `{}` if the run has no metadata. */
export const ShownMetadata = Type.Unsafe<Metadata>({
  type: 'object',
  additionalProperties: { type: 'string' },
  examples: [{ customer: 'acme', batch: '2026-11' }],
});
