/**
 * `node dist/tools/compose/main`: has Docker Compose (Go proxy; it needs no daemon for that) read each combination of files
 * that is documented, and compares what it makes of them with what the tests take for it. Without a variable that a
 * file asks for it must refuse to, and what the pages print it must understand. Exits 1 where something differs. Needs go.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { documentedCombinations, mergedCompose, type ComposeFiles } from '../../test/support/compose';
import { exitWith } from '../../test/support/exit-with';
import { goPrograms } from '../../test/support/go-programs';
import { misusedCommands, printedCommands } from './printed';

interface Loaded {
  services: Record<
    string,
    { command?: string[]; environment?: Record<string, string | null>; volumes?: { target: string }[] }
  >;
}

const COMPOSE = { packages: { 'docker-compose': 'github.com/docker/compose/v5/cmd@v5.5.0' } };
/** Options for a model as the files have it: merged, with nothing filled in. */
const AS_WRITTEN = ['--no-interpolate', '--no-normalize', '--no-path-resolution'];

async function main(): Promise<number> {
  const program = join(await goPrograms('compose', COMPOSE), 'docker-compose');
  const load = (files: ComposeFiles, options: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(program, [...files.flatMap((file) => ['-f', file]), 'config', '--format', 'json', ...options], {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      maxBuffer: 1 << 26,
    });

  const flaws: string[] = [];
  for (const files of documentedCombinations()) {
    const name = files.join(' with ');
    const asWritten = load(files, AS_WRITTEN);
    if (asWritten.status !== 0) flaws.push(`${name} is refused: ${asWritten.stderr}`);
    else flaws.push(...differences(JSON.parse(asWritten.stdout) as Loaded, files).map((flaw) => `${name}: ${flaw}`));

    const wanted = variablesOf(files);
    const whole = load(files, [], wanted);
    if (whole.status !== 0) flaws.push(`${name} is refused with all its variables: ${whole.stderr}`);
    for (const variable of Object.keys(wanted)) {
      const { status, stderr } = load(files, [], { ...wanted, [variable]: '' });
      if (status === 0 || !stderr.includes(variable)) flaws.push(`${name} is taken without ${variable}`);
    }
    console.log(`${name}: ${Object.keys(wanted).length} variables that it asks for`);
  }
  const [base] = documentedCombinations();
  const commands = printedCommands();
  const services = Object.keys(mergedCompose(base!).services);
  flaws.push(
    ...(await misusedCommands(program, commands, services, { HOME: process.env.HOME, ...variablesOf(base!) })),
  );
  console.log(`${commands.length} commands that the pages print`);
  if (commands.length === 0) flaws.push('no page prints a command of Compose');
  for (const flaw of flaws) console.error(flaw);
  console.log(`compose: ${flaws.length} flaws`);
  return flaws.length === 0 ? 0 : 1;
}

/** Services of which Compose makes something else than we do. */
function differences({ services }: Loaded, files: ComposeFiles): string[] {
  const ours = mergedCompose(files).services;
  const names = new Set([...Object.keys(services), ...Object.keys(ours)]);
  return [...names].flatMap((name) => {
    const [loaded, own] = [services[name], ours[name]];
    if (!loaded || !own) return [`${name} is ${loaded ? 'not in ours' : 'in ours alone'}`];
    const targets = loaded.volumes?.map(({ target }) => target).toSorted();
    const parts: [string, unknown, unknown][] = [
      ['command', loaded.command, own.command],
      ['environment', textsOf(loaded.environment), textsOf(own.environment)],
      ['volumes', targets, own.volumes?.map(targetOf).toSorted()],
    ];
    return parts
      .filter(([, one, other]) => !isDeepStrictEqual(one, other))
      .map(([part]) => `${part} of ${name} differs`);
  });
}

/** Values of an environment as it gives them to a process. */
const textsOf = (environment: Record<string, string | number | boolean | null> = {}) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value === null ? null : String(value)]));

/** Folder of a volume in short form; its source may be a variable with a colon. */
const targetOf = (volume: string) => /:(\/[^:]*)(?::\w+)?$/.exec(volume)?.[1] ?? volume;

/** Variables without which the files ask Compose to refuse, each with a value. */
function variablesOf(files: ComposeFiles): Record<string, string> {
  const texts = files.map((file) => readFileSync(join(PACKAGE_ROOT, file), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!));
  return Object.fromEntries(names.map((name) => [name, `/${name.toLowerCase()}`]));
}

exitWith(main());
