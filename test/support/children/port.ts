/** Takes a port near the one it is given, says which, and holds it until it is killed. */
import { freePort } from '../../../local/ports';

async function main(): Promise<void> {
  process.stdout.write(`${await freePort(Number(process.argv[2]))}\n`);
  process.stdin.resume();
}

void main();
