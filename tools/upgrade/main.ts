/**
 * `npm run upgrade:record -- --version 1.0.0`: plays the product on real parts and keeps, under `test/upgrade/<version>/`,
 * what this version leaves behind. A recording is never made again: it is what customers have.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { onRealParts } from '../../test/support/on-real-parts';
import { RECORDINGS, type Manifest } from './recording';
import { recordVersion } from './record-version';

const { version } = new Command('npm run upgrade:record --')
  .description('Records what this version leaves behind, for the test of upgrades.')
  .requiredOption('--version <version>', 'the version that is released')
  .parse()
  .opts<{ version: string }>();
const folder = join(RECORDINGS, version);
if (existsSync(folder)) {
  console.error(`${folder} is there: what a released version left behind is never recorded again.`);
  process.exit(1);
}

async function record(): Promise<void> {
  const { database, payments, agents, histories, ...manifest } = await recordVersion(version);
  mkdirSync(join(folder, 'histories'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, history] of Object.entries(histories)) write(join('histories', `${name}.json`), history);
  write('database.sql', database);
  write('payments.json', `${payments}\n`);
  write('agents.json', `${agents}\n`);
  write('manifest.json', `${JSON.stringify(manifest satisfies Manifest, null, 2)}\n`);
  console.log(`${version} is recorded in ${folder}: commit it with the release.`);
}

onRealParts(record).then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error);
    process.exit(1);
  },
);
