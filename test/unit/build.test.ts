import { mkdtempSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD, buildSettings, processIdentity, readBuild } from '../../platform/build';
import { readSettings } from '../../platform/settings';

const folder = mkdtempSync(join(tmpdir(), 'noi-build-'));
const bundleOf = (name: string, code: string) => {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
};

test('the build id is that of the image, else follows the workflow code and nothing else', () => {
  const one = bundleOf('one', 'code();\n//# sourceMappingURL=data:made-here\n');
  const same = bundleOf('same', 'code();\n//# sourceMappingURL=data:made-elsewhere\n');
  const other = bundleOf('other', 'changed();\n//# sourceMappingURL=data:made-here\n');
  expect(readBuild({ BUILD_ID: 'release-7', BUILD_COMMIT: '1f2e3d' }, one)).toMatchObject({
    buildId: 'release-7',
    commit: '1f2e3d',
  });
  const { buildId, commit } = readBuild({}, one);
  expect(buildId).toMatch(/^[0-9a-f]{12}$/);
  expect(commit).toBeNull();
  expect(readBuild({}, same).buildId).toBe(buildId);
  expect(readBuild({}, other).buildId).not.toBe(buildId);
});

test('a program without a bundle still has a build', () => {
  expect(readBuild({}, join(folder, 'absent')).buildId).toBe('unbuilt');
});

test('an identity names host, process, version and build, and the role where it is no worker', () => {
  const build = { ...BUILD, version: '1.2.3', buildId: '0123456789abcdef0123' };
  const worker = `${hostname()}:${process.pid}@1.2.3/0123456789ab`;
  expect(processIdentity('worker', build)).toBe(worker);
  expect(processIdentity('admin', build)).toBe(`${worker} admin`);
});

test.each(['v1.2', 'a:b', '-x', 'with space', 'x'.repeat(64)])(
  'BUILD_ID refuses %j, which the names of versions in Temporal cannot hold',
  (BUILD_ID) => {
    expect(() => readSettings(buildSettings, { BUILD_ID })).toThrow(/BUILD_ID: must have 1 to 63 letters/);
  },
);
