import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Page of speedscope (speedscope.app) with a CPU profile in it: one file that needs no other and no network. Its own
 * command would open a browser on this machine, where benches have none.
 */
export function flameGraph(name: string, profile: string): string {
  const release = join(dirname(require.resolve('speedscope/package.json')), 'dist', 'release');
  const part = (ending: string) => {
    const file = readdirSync(release).find((each) => each.startsWith('speedscope-') && each.endsWith(ending))!;
    return readFileSync(join(release, file), 'utf8').replace(/\/[/*]# sourceMappingURL=.*/, '');
  };
  const typeface = (_: string, file: string) =>
    `url(data:font/woff2;base64,${readFileSync(join(release, file), 'base64')})`;
  const given = [name, Buffer.from(profile).toString('base64')].map((value) => JSON.stringify(value)).join(', ');
  return `<!doctype html>
<meta charset="utf-8">
<title>${name}</title>
<style>${part('.css').replace(/url\("\.\/([^"]+)"\)/g, typeface)}</style>
<body>
<script>
// The page offers itself to a profile only where its address names one.
location.hash = 'localProfilePath=none&view=left-heavy';
const offered = setInterval(() => {
  if (!window.speedscope) return;
  clearInterval(offered);
  speedscope.loadFileFromBase64(${given});
}, 20);
</script>
<script>${part('.js')}</script>
</body>
`;
}
