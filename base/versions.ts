/** Major version of the HTTP API and path prefix of every versioned endpoint (docs/interface/versions.md). */
export const API_VERSION = 'v1';

/** Version of this build, reported by GET /health. */
export const SERVICE_VERSION = '1.0.0';

/** Version of the findings schema for new documents (docs/interface/versions.md). */
export const FINDINGS_SCHEMA_VERSION = '1.2.0';

/** Versions of findings and portfolios that stay valid: a minor version only adds optional parts. */
export const FINDINGS_VERSION_PATTERN = '^1\\.\\d+\\.\\d+$';
