import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../local/ports';
import { built } from '../../local/programs';

/** A process that was given a port and has not listened on it yet. */
async function holder(preferred: number) {
  const child = spawn(process.execPath, [built('test/support/children/port'), String(preferred)]);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async () => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  return { port: Number(said.toString()), kill };
}

test('processes that ask at once are given ports of their own, and those of killed ones are free again', async () => {
  const first = await freePort();
  for (let round = 0; round < 5; round++) {
    const holders = await Promise.all(Array.from({ length: 6 }, () => holder(first)));
    const ports = holders.map(({ port }) => port);
    expect(new Set(ports).size).toBe(holders.length);
    // Nobody listens on any of them, and this process is given none either.
    expect([first, ...ports]).not.toContain(await freePort(Math.min(...ports)));
    await Promise.all(holders.map(({ kill }) => kill()));
  }
  const again = await holder(first);
  expect(again.port - first).toBeLessThan(50);
  await again.kill();
});
