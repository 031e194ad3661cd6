import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ready file as `npm start` writes it for `/local`, of an account, in a folder of its own until `remove`. */
export function writeReadyFile(ready: {
  keys: { live: string; test: string };
  account: { id: string; email: string };
}) {
  const folder = mkdtempSync(join(tmpdir(), 'noi-local-'));
  const file = join(folder, 'ready.json');
  const addresses = {
    mail: 'http://127.0.0.1:3100',
    agents: 'http://127.0.0.1:3200',
    payments: 'http://127.0.0.1:3300',
    temporalWeb: 'http://127.0.0.1:8233',
    traces: null,
    metrics: { api: 'http://127.0.0.1:9464', worker: 'http://127.0.0.1:9465' },
  };
  writeFileSync(file, JSON.stringify({ ...addresses, ...ready }));
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}
