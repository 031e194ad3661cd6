import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Content of `ready.json`: addresses, keys and process ids. Its shape is a promise (docs/interface.md, Local
 * stand-ins).
 */
export interface ReadyFile {
  api: string;
  /** host:port of the gRPC frontend. */
  temporal: string;
  /** null if TEMPORAL_ADDRESS names a server, whose Web is unknown. */
  temporalWeb: string | null;
  /** Connection string of the application's role. */
  database: string;
  /** Connection string of the role that owns the tables and migrates. */
  databaseOwner: string;
  /** null if a real provider is used. */
  mail: string | null;
  agents: string | null;
  payments: string | null;
  /** Page of traces and metrics; null without `--observe`, and where OTEL_EXPORTER_OTLP_ENDPOINT names a collector. */
  traces: string | null;
  /** Addresses of /metrics, /health/live and /health/ready. */
  metrics: { api: string; worker: string };
  keys: { live: string; test: string };
  account: { id: string; email: string };
  /** Process ids by part, including the supervisor. */
  pids: Record<string, number>;
}

/** Replaces a file atomically. Readable by its owner only, because it contains keys. */
export function replacePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/** Replaces a private file by JSON. */
export function writePrivateJson(path: string, content: object): void {
  replacePrivateFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Reads the file; null if it is missing or one of its processes has ended. */
export function readReadyFile(path: string): ReadyFile | null {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as ReadyFile;
    return Object.values(content.pids).every(isAlive) ? content : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
