/**
 * `npm run images`: builds the images of the Dockerfile with Docker, or with buildah where no daemon answers; says of each
 * what it holds that it must not, writes what they are made of to images/ (CycloneDX, and the texts of licenses), and has
 * them do a job together, started as docker-compose.yml starts them. Exits 1 where something is wrong.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { exitWith } from '../../test/support/exit-with';
import { onRealParts } from '../../test/support/on-real-parts';
import { sbomOf } from '../../test/support/sbom';
import { shippedPackages } from '../../test/support/shipped-packages';
import { findBuilder, IMAGES, type Builder, type Image } from './builder';
import { flawsOfFiles, LIST_FILES, megabytes, readFiles, type ShippedFile } from './flaws';
import { doJob } from './job';

const FOLDER = join(PACKAGE_ROOT, 'images');
const LICENSES = ['sh', '-c', 'find /app/node_modules -type f -iname "licen[cs]e*" -print -exec cat {} +'];

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { build } = new Command('images')
    .description('Builds the images, checks what they hold, and has them do a job on real parts.')
    .option('--no-build', 'check those that the last time built')
    .parse()
    .opts<{ build: boolean }>();
  const builder = findBuilder(say);
  try {
    if (build) for (const image of IMAGES) builder.build(image);
    say(`built by ${builder.what}`);
    const flaws = IMAGES.flatMap((image) => look(builder, image));
    await onRealParts(() => doJob(builder, say));
    for (const flaw of flaws) say(`flaw: ${flaw}`);
    say(`images: ${flaws.length} flaws; what they are made of is in ${FOLDER}`);
    return flaws.length === 0 ? 0 : 1;
  } finally {
    builder.close();
  }
}

/** Flaws of an image; writes down what it is made of. */
function look(builder: Builder, image: Image): string[] {
  const run = (command: readonly string[]) => {
    const [program, ...args] = builder.inside(image, command, [], { user: 'root' });
    const env = { ...builder.configOf(image).env };
    return execFileSync(program, args, { encoding: 'utf8', env, maxBuffer: 1 << 28 });
  };
  const files = readFiles(run(LIST_FILES));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${image}.cdx.json`), sbomOf(packagesIn(files)));
  writeFileSync(join(FOLDER, `${image}.licenses.txt`), run(LICENSES));
  say(`  ${image}: ${megabytes(bytes)}, ${files.length} files`);
  return flawsOfFiles(files, builder.configOf(image).user).map((flaw) => `${image}: ${flaw}`);
}

function packagesIn(files: readonly ShippedFile[]): ReturnType<typeof shippedPackages> {
  const there = new Set(files.map(({ path }) => path));
  return shippedPackages().filter(({ name }) => there.has(`/app/node_modules/${name}/package.json`));
}

exitWith(main());
