/** Major version of the HTTP API; the path prefix of every versioned endpoint (spec, Versioning 1). */
export const API_VERSION = 'v1';

/** Version of this build of the service, reported by GET /health. */
export const SERVICE_VERSION = '0.1.0';

/** Version of the findings artifact's own schema (spec, Versioning 3). */
export const FINDINGS_SCHEMA_VERSION = '1.0.0';
