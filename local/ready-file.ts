import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** `ready.json`: what runs, where, and the keys to use it. Checks from outside rely on its shape (contract.md, Settings). */
export interface ReadyFile {
  api: string;
  /** host:port of the gRPC frontend. */
  temporal: string;
  /** null where TEMPORAL_ADDRESS names a server whose Web we do not know. */
  temporalWeb: string | null;
  /** Connection string. */
  database: string;
  /** null where a real provider is used. */
  mail: string | null;
  agents: string | null;
  payments: string | null;
  keys: { live: string; test: string };
  account: { id: string; email: string };
  /** Process ids by part, the supervisor's own among them. */
  pids: Record<string, number>;
}

/** Writes the file as a whole: a reader sees the old one or the new one. Readable by its owner only, for it holds keys. */
export function writeReadyFile(path: string, content: ReadyFile): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** What runs according to the file; null where there is none, or the supervisor that wrote it is gone. */
export function readReadyFile(path: string): ReadyFile | null {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as ReadyFile;
    return Object.values(content.pids).every(isAlive) ? content : null;
  } catch {
    return null;
  }
}

/** Removes the file; fine where there is none. */
export function removeReadyFile(path: string): void {
  rmSync(path, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
