import { sandboxFiles } from '../support/store-source';

// A variable, or a collection that its type lets anyone change, at the top of a module.
const STATE =
  /^(?:export )?(?:(?:let|var) .*|const \w+(?!: Readonly)(?:: [^=]+)? = (?:new (?:Map|WeakMap|WeakSet)\b.*|new Set(?:<.*>)?\(\).*|\[\];|\{\};))/gm;

// Workflows of a worker share their modules (worker/bundle.ts): what one of them left there another would find, in an order
// that no replay repeats.
test('modules that workflows import keep no state', () => {
  const files = sandboxFiles();
  expect(files.map(({ path }) => path)).toContain('workflows/evaluation.ts');
  const found = files.flatMap(({ path, text }) => (text.match(STATE) ?? []).map((line) => `${path}: ${line}`));
  expect(found).toEqual([]);
});

test.each(['let count = 0;', 'export let last: string | null = null;', 'const seen = new Set<string>();'])(
  'state is noticed: %s',
  (line) => expect(`import x from 'y';\n${line}\n`).toMatch(STATE),
);
test.each(['const kept = new Map<string, string>();', 'const all: string[] = [];', 'const byId = {};'])(
  'a collection that can grow is noticed: %s',
  (line) => expect(line).toMatch(STATE),
);
test('what cannot change is no state', () => {
  expect("const WORDS = new Set(['a']);\nconst NAMES: ReadonlyMap<string, string> = new Map();\n").not.toMatch(STATE);
});
