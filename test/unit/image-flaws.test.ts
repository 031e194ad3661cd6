import { flawsOfFiles, readFiles, type ShippedFile } from '../../tools/images/flaws';

const file = (path: string, change: Partial<ShippedFile> = {}): ShippedFile => ({
  path,
  bytes: 1_000,
  uid: 0,
  mode: 0o644,
  ...change,
});
const SOUND = [
  file('/app/dist/server/main.js'),
  file('/app/dist/server/main.js.map'),
  file('/app/node_modules/@temporalio/core-bridge/releases/x86_64-unknown-linux-gnu/index.node'),
];

test('files are read as they are printed, with spaces in their names', () => {
  expect(readFiles('12 0 644 /app/a b.js\n7 1000 755 /bin/c\n')).toEqual([
    { path: '/app/a b.js', bytes: 12, uid: 0, mode: 0o644 },
    { path: '/bin/c', bytes: 7, uid: 1000, mode: 0o755 },
  ]);
});

test('an image with what it needs has no flaw', () => {
  expect(flawsOfFiles(SOUND, 'node')).toEqual([]);
});

test.each<[flaw: string, added: ShippedFile]>([
  ['is a tool of development', file('/app/node_modules/prisma/build/index.js')],
  ['is read by developers alone', file('/app/node_modules/koa/lib/index.js.map')],
  ['is read by developers alone', file('/app/node_modules/koa/index.d.mts')],
  ['belongs to a machine of developers', file('/app/dist/stand-ins/payments/main.js')],
  ['belongs to a checkout', file('/app/.env')],
  ['is a secret of the build', file('/root/.npmrc')],
  ['is of another platform', file('/app/node_modules/x/x.darwin-arm64.node')],
  ['can be changed by others than root', file('/app/dist/a.js', { uid: 1000 })],
  ['can be changed by others than root', file('/app/dist/a.js', { mode: 0o666 })],
  ['more than 400 MB', file('/usr/lib/huge.so', { bytes: 400_000_000 })],
])('an image that has more is told what: %s', (flaw, added) => {
  expect(flawsOfFiles([...SOUND, added], 'node')).toEqual([expect.stringContaining(flaw)]);
});

test('an image that runs as root, or has the native part of no platform or of two, is told so', () => {
  expect(flawsOfFiles(SOUND, '')).toEqual(['it runs as root']);
  expect(flawsOfFiles(SOUND.slice(0, 2), 'node')).toEqual(['it has native parts of 0 platforms']);
  const second = file('/app/node_modules/@temporalio/core-bridge/releases/aarch64-unknown-linux-gnu/index.node');
  expect(flawsOfFiles([...SOUND, second], 'node')).toContain('it has native parts of 2 platforms');
});
