/** Pages of docs/runbook: each alert has a section that ends with commands, and these commands exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createProgram, leavesOf } from '../../admin/main';
import { PACKAGE_ROOT } from '../../base/package-root';
import { ALERTS, alertTexts, type AlertName } from '../../modules/alerts/contract';
import { alertRules } from '../support/alert-rules';
import { blocksOf, DEPLOYMENTS, sectionsOf } from '../support/runbook';

/** Pages whose sections describe steps instead of alerts. */
const PROCEDURES = ['runbook/restore.md', 'runbook/upgrade.md'];

const pages = readdirSync(join(PACKAGE_ROOT, 'docs/runbook')).map((file) => `runbook/${file}`);
const alertSections = pages
  .filter((page) => !PROCEDURES.includes(page))
  .flatMap((page) =>
    sectionsOf(page)
      .map((section) => ({ ...section, id: `docs/${page}#${section.heading}` }))
      .slice(1),
  );
const blocks = [...pages, 'operations.md'].flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));

test('every alert has a section of its name, and every section an alert', () => {
  const rules = alertRules().map(({ section, annotations }) => [section, annotations.runbook_url!] as const);
  const own = (Object.keys(ALERTS) as AlertName[]).map((name) => [name, alertTexts(name, {}).runbook] as const);
  for (const [name, target] of [...own, ...rules]) expect(target).toMatch(new RegExp(`#${name}$`));
  expect(new Set([...own, ...rules].map(([, target]) => target))).toEqual(new Set(alertSections.map(({ id }) => id)));
});

test('every alert section says whom to notify, and ends with a command for each deployment', () => {
  const wanting = alertSections.filter(({ id, text, heading }) => {
    const own = blocks.filter(({ page, section }) => id.includes(page) && section === heading);
    const given = new Set(own.flatMap(({ deployment }) => deployment ?? []));
    const isWhole = given.size === 0 || given.size === DEPLOYMENTS.length;
    return !isWhole || !/^(?:Page|Notify) \*\*/m.test(text) || !/(```|`admin [^`]+`)$/.test(text.trimEnd());
  });
  expect(wanting.map(({ id }) => id)).toEqual([]);
});

// documents.test.ts checks that the links lead to a heading.
test.each(pages)('%s begins with a decision tree of at most ten lines, each leading to a section', (page) => {
  const lines = sectionsOf(page)[0]!.text.match(/^\d+\. .*$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length).toBeLessThanOrEqual(10);
  for (const line of lines) expect(line).toMatch(/\]\([^)]*#[^)]+\)/);
});

test('names only existing operator commands', async () => {
  const known = leavesOf(await createProgram()).map((command) => {
    const names: string[] = [];
    for (let at: typeof command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
    return names.join(' ');
  });
  const lines = blocks.flatMap(({ page, code }) =>
    [...code.matchAll(/^admin ([a-z-]+(?: [a-z-]+)?)/gm)].map(([, words]) => ({ page, words: words! })),
  );
  expect(lines.length).toBeGreaterThan(40);
  const unknown = lines.filter(({ words }) => !known.includes(words) && !known.includes(words.split(' ')[0]!));
  expect(unknown).toEqual([]);
});

test('names only services of docker-compose.yml', () => {
  const compose = readFileSync(join(PACKAGE_ROOT, 'docker-compose.yml'), 'utf8');
  const declared = Object.keys((parse(compose, { merge: true }) as { services: object }).services);
  const lines = blocks.flatMap(({ page, deployment, code }) => {
    const command = /docker compose (?:--profile drain )?(?:up|stop|ps|logs|build) (.*)$/gm;
    return deployment === 'compose' ? [...code.matchAll(command)].map(([, words]) => ({ page, words: words! })) : [];
  });
  expect(lines.length).toBeGreaterThan(10);
  for (const { page, words } of lines) {
    const plain = words.replaceAll(/[$"(;].*$/g, '').replaceAll(/--(?:tail|since|scale) \S+|--\S+/g, '');
    const unknown = plain.split(' ').filter((word) => word && !declared.includes(word));
    expect({ page, unknown }).toEqual({ page, unknown: [] });
  }
});
