/** What every page of docs/runbook has, and that its commands are there to be run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createProgram, leavesOf } from '../../admin/program';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { NIGHTS } from '../../tools/chaos/pages/nights';
import { blocksOf, commandsOf, DEPLOYMENTS } from '../support/runbook';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const pages = readdirSync(join(PACKAGE_ROOT, 'docs/runbook')).map((name) => name.replace('.md', ''));
/** What is done on purpose, with sections of its own. */
const PROCEDURES = ['deploy', 'restore'];
const alerts = pages.filter((name) => !PROCEDURES.includes(name));
const blocks = pages.flatMap((name) => blocksOf(`runbook/${name}.md`).map((block) => ({ name, ...block })));

const { panels } = JSON.parse(read('deploy/dashboard.json')) as { panels: { type: string; title: string }[] };
const titles = panels.filter(({ type }) => type !== 'row').map(({ title }) => title);
const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: object };

/** Text below a heading. */
function sectionOf(name: string, heading: string): string {
  return read(`docs/runbook/${name}.md`).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

test.each(alerts)('%s names its panel, its first look, its cure and who is woken', (name) => {
  const panel = /^Panel \*\*(.+?)\*\*/m.exec(sectionOf(name, 'See'))?.[1];
  expect(titles).toContain(panel);
  expect(blocksOf(`runbook/${name}.md`).map(({ section }) => section)).toContain('See');
  // What is decided at the provider alone has no command.
  expect(sectionOf(name, 'Do')).toMatch(/^ *```sh|^Submit (?:the )?evidence/m);
  expect(sectionOf(name, 'Wake')).toMatch(/\*\*(on call|money|support|developers)\*\*/i);
});

test.each(alerts)('where a deployment needs other commands, %s has those of each', (name) => {
  for (const section of ['See', 'Do']) {
    const given = blocksOf(`runbook/${name}.md`).filter((block) => block.section === section && block.deployment);
    const deployments = new Set(given.map(({ deployment }) => deployment));
    const wanted = new Set(given.length > 0 ? DEPLOYMENTS : []);
    expect({ section, deployments }).toEqual({ section, deployments: wanted });
  }
});

test('operators’ commands of the pages exist', async () => {
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

test('services that blocks for compose name are in its file', () => {
  const lines = blocks
    .filter(({ deployment }) => deployment === 'compose')
    .flatMap(({ name, code }) =>
      [...code.matchAll(/docker compose (?:--profile drain )?(?:up|stop|restart|ps|logs|build) (.*)$/gm)].map(
        ([, words]) => ({ name, words: words!.split(' | ')[0]! }),
      ),
    );
  expect(lines.length).toBeGreaterThan(20);
  const declared = Object.keys(services);
  for (const { name, words } of lines) {
    const plain = words
      .replaceAll(/--(?:tail|since|scale) \S+|--\S+/g, '')
      .split(' ')
      .filter(Boolean);
    expect([name, plain.filter((word) => !declared.includes(word))]).toEqual([name, []]);
  }
});

test.each(NIGHTS)('the drill finds what it plays of $page', ({ page }) => {
  for (const section of ['See', 'Do']) expect(commandsOf(`runbook/${page}.md`, section, 'cluster')).not.toBe('');
});

test('a value that commands do not show is refused, and one that they show is replaced', () => {
  const path = 'runbook/restore.md';
  expect(commandsOf(path, 'Compare', 'cluster', { SINCE: '2027-01-02' })).toContain("SINCE='2027-01-02'\nadmin");
  expect(() => commandsOf(path, 'Compare', 'cluster', { OTHER: 'x' })).toThrow('No line OTHER=');
  expect(() => commandsOf(path, 'No such section', 'cluster')).toThrow('prints no commands');
});
