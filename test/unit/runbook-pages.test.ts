/** Pages of docs/runbook: each alert leads to a section that ends at commands, and the commands exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createProgram, leavesOf } from '../../admin/main';
import { PACKAGE_ROOT } from '../../base/package-root';
import { ALERTS, alertTexts, type AlertName } from '../../modules/alerts/contract';
import { alertRules } from '../support/alert-rules';
import { blocksOf, DEPLOYMENTS, sectionsOf } from '../support/runbook';

/** Pages whose sections are steps instead of alerts. */
const PROCEDURES = ['restore', 'upgrade'];

const pages = readdirSync(join(PACKAGE_ROOT, 'docs/runbook')).map((name) => name.replace('.md', ''));
const alertSections = pages
  .filter((page) => !PROCEDURES.includes(page))
  .flatMap((page) =>
    sectionsOf(`runbook/${page}.md`)
      .slice(1)
      .map((section) => ({ page, ...section })),
  );
const blocks = [...pages.map((page) => `runbook/${page}.md`), 'operations.md'].flatMap((path) =>
  blocksOf(path).map((block) => ({ path, ...block })),
);

test('every alert leads to a section of its name, and every section belongs to an alert', () => {
  const names = Object.keys(ALERTS) as AlertName[];
  const led = [
    ...names.map((name) => alertTexts(name, {}).runbook),
    ...alertRules().map(({ annotations }) => annotations.runbook_url),
  ];
  expect(new Set(led)).toEqual(new Set(alertSections.map(({ page, heading }) => `docs/runbook/${page}.md#${heading}`)));
  for (const { section, annotations } of alertRules()) expect(annotations.runbook_url).toMatch(`#${section}`);
});

test('every section of an alert says whom to wake, then ends at a command', () => {
  const wanting = alertSections.filter(
    ({ text }) => !/^Wake \*\*/m.test(text) || !/```\n*$|`admin [^`]+`\n*$/.test(text.trimEnd()),
  );
  expect(wanting.map(({ heading }) => heading)).toEqual([]);
});

test.each(pages)('%s begins with a tree of at most ten lines, each to a section', (page) => {
  const [top] = sectionsOf(`runbook/${page}.md`);
  const lines = top!.text.match(/^\d+\. .*$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length).toBeLessThanOrEqual(10);
  // Another test follows each link.
  for (const line of lines) expect(line).toMatch(/\]\([^)]*#[^)]+\)/);
});

test('has commands for each deployment where they differ', () => {
  const lacking = alertSections.filter(({ page, heading }) => {
    const own = blocks.filter(({ path, section }) => path === `runbook/${page}.md` && section === heading);
    const given = new Set(own.flatMap(({ deployment }) => deployment ?? []));
    return given.size > 0 && given.size < DEPLOYMENTS.length;
  });
  expect(lacking.map(({ heading }) => heading)).toEqual([]);
});

test('names operators’ commands that exist', async () => {
  const known = leavesOf(await createProgram()).map((command) => {
    const names: string[] = [];
    for (let at: typeof command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
    return names.join(' ');
  });
  const lines = blocks.flatMap(({ path, code }) =>
    [...code.matchAll(/^admin ([a-z-]+(?: [a-z-]+)?)/gm)].map(([, words]) => ({ path, words: words! })),
  );
  expect(lines.length).toBeGreaterThan(40);
  const unknown = lines.filter(({ words }) => !known.includes(words) && !known.includes(words.split(' ')[0]!));
  expect(unknown).toEqual([]);
});

test('names services that docker-compose.yml has', () => {
  const compose = readFileSync(join(PACKAGE_ROOT, 'docker-compose.yml'), 'utf8');
  const declared = Object.keys((parse(compose, { merge: true }) as { services: object }).services);
  const lines = blocks.flatMap(({ path, deployment, code }) => {
    const command = /docker compose (?:--profile drain )?(?:up|stop|ps|logs|build) (.*)$/gm;
    return deployment === 'compose' ? [...code.matchAll(command)].map(([, words]) => ({ path, words: words! })) : [];
  });
  expect(lines.length).toBeGreaterThan(10);
  for (const { path, words } of lines) {
    const plain = words.replaceAll(/[$"(;].*$/g, '').replaceAll(/--(?:tail|since|scale) \S+|--\S+/g, '');
    const unknown = plain.split(' ').filter((word) => word && !declared.includes(word));
    expect({ path, unknown }).toEqual({ path, unknown: [] });
  }
});
