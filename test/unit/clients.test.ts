import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { CLIENTS, MISSING } from '../../tools/clients/clients';

const PROGRAMS = join(PACKAGE_ROOT, 'tools', 'clients', 'programs');

test('every client of the matrix has its program, and every program its client', () => {
  expect(readdirSync(PROGRAMS).sort()).toEqual(CLIENTS.map(({ name }) => name).sort());
  expect(MISSING.filter(({ name }) => existsSync(join(PROGRAMS, name)))).toEqual([]);
});

test.each(CLIENTS.map(({ name }) => name))('the program of %s plays the whole flow', (name) => {
  const folder = join(PROGRAMS, name);
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  for (const part of ['NOI_API_URL', 'NOI_API_KEY', 'sandbox:no-credit', 'score', 'pdf', 'conflict', 'unpaid']) {
    expect(text).toContain(part);
  }
});
