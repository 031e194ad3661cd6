/**
 * First step of `npm run build`: generates the parts of the clients that the compiler reads. Runs the TypeScript
 * sources directly, because nothing is compiled yet, and only if an input has changed.
 */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const ROOT = join(__dirname, '..', '..');
const STATE = join(ROOT, 'dist', '.clients.json');
const PYTHON = join(ROOT, 'clients', 'python', 'noi');
const MADE = [
  join(ROOT, 'clients', 'typescript', 'src', 'api-types.ts'),
  join(PYTHON, 'types.py'),
  join(PYTHON, '_sync'),
];

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(`${file}\n`).update(existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file)) : '');
  return hash.digest('hex');
};

const state = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : { files: [] };
if (!MADE.every(existsSync) || state.hash !== hashOf(state.files)) {
  const { transformSync } = require('@swc/core');
  const jsc = { target: 'es2022', parser: { syntax: 'typescript' } };
  require.extensions['.ts'] = (module, file) => {
    const { code } = transformSync(readFileSync(file, 'utf8'), { filename: file, jsc, module: { type: 'commonjs' } });
    module._compile(code, file);
  };
  require('./generate.ts').generate();
  const python = readdirSync(join(PYTHON, '_async')).map((file) => join(PYTHON, '_async', file));
  const read = [...Object.keys(require.cache), ...python].map((file) => relative(ROOT, file));
  const files = read.filter((file) => !file.startsWith('node_modules'));
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STATE, JSON.stringify({ files, hash: hashOf(files) }));
}
