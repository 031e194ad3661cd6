/**
 * `npm run upgrade:record -- --version 1.0.0`: plays the product on real parts and keeps what this version leaves behind
 * under `test/upgrade/<version>/`. A recording is never made again: it is what customers have.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith } from '../../test/support/exit-with';
import { onRealParts } from '../../test/support/real-parts';
import { RECORDINGS, type Manifest } from './recording';
import { recordVersion } from './record-version';

async function record(): Promise<number> {
  const { version } = parseArgs({ options: { version: { type: 'string' } } }).values;
  if (!version) throw new Error('Name the version that is released: --version X');
  const folder = join(RECORDINGS, version);
  if (existsSync(folder)) throw new Error(`${folder} exists: what a release left behind is never recorded again.`);
  const { database, payments, agents, histories, ...manifest } = await recordVersion(version);
  mkdirSync(join(folder, 'histories'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, history] of Object.entries(histories)) write(join('histories', `${name}.json`), history);
  write('database.sql', database);
  write('payments.json', `${payments}\n`);
  write('agents.json', `${agents}\n`);
  write('manifest.json', `${JSON.stringify(manifest satisfies Manifest, null, 2)}\n`);
  console.log(`${version} is recorded in ${folder}: commit it with the release.`);
  return 0;
}

exitWith(onRealParts(record));
