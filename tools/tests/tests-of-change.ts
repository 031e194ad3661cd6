import { dirname, join, normalize } from 'node:path';

/** Modules where everything meets: an import of one says nothing of which part is meant. */
const MEETING_PLACES =
  /^(test\/support\/|api\/app\.ts|api\/endpoints\/table\.ts|workflows\/index\.ts|activities\/index\.ts|worker\/)/;

/** Folders of tests that take minutes: played for a change only when one of them changed itself. */
const SLOW = /^test\/(faults|local|cluster|replay|browser)\//;

const IMPORT = /(?:from|import\(?|require\()\s*'(\.[^']+)'/g;
const ENDPOINT = /^\s*path: '(\/[^']*)'/gm;

/**
 * Test files that say something about a change, the likeliest first: the changed ones, those that import what changed
 * without passing through a place where everything meets, and those that call an endpoint that does, by its path or by a
 * verb of test/support that calls it.
 *
 * @param sources the text of every module by its path, tests included
 */
export function testsOfChange(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const near = reached(changed, sources);
  const calls = [...near.keys()].flatMap((path) => callsOf(sources.get(path) ?? '', sources));
  const scores = new Map<string, number>();
  for (const [path, text] of sources) {
    if (!path.endsWith('.test.ts') || (SLOW.test(path) && !changed.includes(path))) continue;
    const distance = near.get(path);
    const mentions = calls.reduce((sum, call) => sum + (text.match(call)?.length ?? 0), 0);
    const score = (distance === undefined ? 0 : 1_000 / (1 + distance)) + mentions;
    if (score > 0) scores.set(path, score);
  }
  return [...scores.keys()].toSorted((one, other) => scores.get(other)! - scores.get(one)!);
}

/** Modules that reach a changed one by imports, with the number of steps. */
function reached(changed: readonly string[], sources: ReadonlyMap<string, string>): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = `${normalize(join(dirname(path), specifier!))}.ts`;
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const steps = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of steps) {
    if (MEETING_PLACES.test(path) && distance > 0) continue;
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, distance + 1);
  }
  return steps;
}

/** What a test writes to call the endpoints of a module. */
function callsOf(module: string, sources: ReadonlyMap<string, string>): RegExp[] {
  return [...module.matchAll(ENDPOINT)].flatMap(([, path]) => {
    const inText = path!.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, String.raw`[^/'"\s]+`);
    const called = new RegExp(String.raw`['\`}]${inText}(?![/\w-])`, 'g');
    const verbs = [...sources].flatMap(([file, text]) =>
      file.startsWith('test/support/') ? text.split(/^(?=export )/m).filter((part) => part.match(called)) : [],
    );
    const names = verbs.flatMap((part) => /^export (?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? []);
    return [called, ...names.map((name) => new RegExp(String.raw`\b${name}\(`, 'g'))];
  });
}
