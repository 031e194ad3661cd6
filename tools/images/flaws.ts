/** Bytes that an image may have at most, unpacked. */
const MOST_BYTES = 400_000_000;

/** A file of an image. */
export interface ShippedFile {
  /** From the root of the image. */
  path: string;
  bytes: number;
  /** Account that owns it. */
  uid: number;
  /** Permissions, such as 0o644. */
  mode: number;
}

/** Prints each file of an image, as {@link readFiles} reads it. */
export const LIST_FILES = ['find', '/', '-xdev', '-type', 'f', '-printf', '%s %U %m %p\\n'];

/** Files that {@link LIST_FILES} printed. */
export function readFiles(printed: string): ShippedFile[] {
  return printed
    .trim()
    .split('\n')
    .map((line) => {
      const [bytes, uid, mode, ...path] = line.split(' ');
      return { path: path.join(' '), bytes: Number(bytes), uid: Number(uid), mode: Number.parseInt(mode!, 8) };
    });
}

/** What no image has, with why. */
const NOT_SHIPPED: readonly [path: RegExp, why: string][] = [
  [/^\/app\/node_modules\/(prisma|typescript|jest|@typescript)\//, 'is a tool of development'],
  [/^\/app\/node_modules\/.*\.(map|d\.[cm]?ts)$/, 'is read by developers alone'],
  [/^\/app\/dist\/(local|stand-ins|test|tools)\//, 'belongs to a machine of developers'],
  [/^\/app\/(\.env|\.local|\.git)/, 'belongs to a checkout'],
  [/\/(\.npmrc|ca\.pem)$/, 'is a secret of the build'],
  [
    /(darwin|win32|windows|android|freebsd|musl)[^/]*\.node$|\/(aarch64|arm64|x86_64|x64)-[^/]*(darwin|windows)/,
    'is of another platform',
  ],
];

/** What is wrong with the files of an image, a sentence each. */
export function flawsOfFiles(files: readonly ShippedFile[], user: string): string[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const app = files.filter(({ path }) => path.startsWith('/app/'));
  const written = app.find(({ uid, mode }) => uid !== 0 || (mode & 0o022) !== 0);
  const triples = new Set(app.flatMap(({ path }) => /core-bridge\/releases\/([^/]+)\//.exec(path)?.[1] ?? []));
  return [
    ...NOT_SHIPPED.flatMap(([pattern, why]) => {
      const found = files.filter(({ path }) => pattern.test(path));
      return found.length === 0 ? [] : [`${found[0]!.path} ${why} (${found.length} such files)`];
    }),
    ...(bytes > MOST_BYTES ? [`it has ${megabytes(bytes)}, more than ${megabytes(MOST_BYTES)}`] : []),
    ...(written ? [`${written.path} can be changed by others than root`] : []),
    ...(triples.size === 1 ? [] : [`it has native parts of ${triples.size} platforms`]),
    ...(user === 'node' ? [] : [`it runs as ${user || 'root'}`]),
  ];
}

/** Size in whole megabytes, for people. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
