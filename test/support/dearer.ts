import { cpuOf } from './cpu-cost';

/** CPU of this process, API included, while a request is answered ten times by turns, in milliseconds. */
const cpuOfTen = (request: () => Promise<unknown>) =>
  cpuOf(async () => {
    for (let i = 0; i < 10; i++) await request();
  });

/** How many times the CPU of its plain twin a request costs, API included: the lowest of three measurements. */
export async function dearer(request: () => Promise<unknown>, plain: () => Promise<unknown>): Promise<number> {
  await cpuOfTen(plain);
  const looks: number[] = [];
  for (let i = 0; i < 3; i++) looks.push((await cpuOfTen(request)) / (await cpuOfTen(plain)));
  return Math.min(...looks);
}
