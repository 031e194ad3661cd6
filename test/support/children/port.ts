/** Takes a port near the one it is given, says which, and holds it until it is killed. */
import { freePort } from '../../../local/ports';

void freePort(Number(process.argv[2])).then((port) => {
  process.stdout.write(`${port}\n`);
  process.stdin.resume();
});
