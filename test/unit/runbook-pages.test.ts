/** Commands of docs/runbook are there to be run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createProgram, leavesOf } from '../../admin/main';
import { PACKAGE_ROOT } from '../../base/package-root';
import { blocksOf, DEPLOYMENTS } from '../support/runbook';

const pages = readdirSync(join(PACKAGE_ROOT, 'docs/runbook')).map((name) => name.replace('.md', ''));
const blocks = pages.flatMap((name) => blocksOf(`runbook/${name}.md`).map((block) => ({ name, ...block })));

test.each(pages)('%s has commands, for each deployment where they differ', (name) => {
  const own = blocks.filter((block) => block.name === name);
  expect(own).not.toEqual([]);
  const lacking = ['See', 'Do'].filter((section) => {
    const given = new Set(own.flatMap((block) => (block.section === section ? (block.deployment ?? []) : [])));
    return given.size > 0 && given.size < DEPLOYMENTS.length;
  });
  expect(lacking).toEqual([]);
});

test('names operators’ commands that exist', async () => {
  const known = leavesOf(await createProgram()).map((command) => {
    const names: string[] = [];
    for (let at: typeof command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
    return names.join(' ');
  });
  const lines = blocks.flatMap(({ name, code }) =>
    [...code.matchAll(/^admin ([a-z-]+(?: [a-z-]+)?)/gm)].map(([, words]) => ({ name, words: words! })),
  );
  expect(lines.length).toBeGreaterThan(40);
  const unknown = lines.filter(({ words }) => !known.includes(words) && !known.includes(words.split(' ')[0]!));
  expect(unknown).toEqual([]);
});

test('names services that docker-compose.yml has', () => {
  const compose = readFileSync(join(PACKAGE_ROOT, 'docker-compose.yml'), 'utf8');
  const declared = Object.keys((parse(compose, { merge: true }) as { services: object }).services);
  const lines = blocks.flatMap(({ name, deployment, code }) => {
    const command = /docker compose (?:--profile drain )?(?:up|stop|restart|ps|logs|build) (.*)$/gm;
    return deployment === 'compose' ? [...code.matchAll(command)].map(([, words]) => ({ name, words: words! })) : [];
  });
  expect(lines.length).toBeGreaterThan(20);
  for (const { name, words } of lines) {
    const plain = words.split(' | ')[0]!.replaceAll(/--(?:tail|since|scale) \S+|--\S+/g, '');
    const unknown = plain.split(' ').filter((word) => word && !declared.includes(word));
    expect({ name, unknown }).toEqual({ name, unknown: [] });
  }
});
