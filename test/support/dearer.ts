/** CPU of this process, API included, while a request is answered by turns `times` times, in microseconds. */
async function cpuOf(times: number, request: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await request();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** How many times the CPU of its plain twin a request costs, API included: the lowest of three measurements. */
export async function dearer(request: () => Promise<unknown>, plain: () => Promise<unknown>): Promise<number> {
  await cpuOf(10, plain);
  const looks: number[] = [];
  for (let i = 0; i < 3; i++) looks.push((await cpuOf(10, request)) / (await cpuOf(10, plain)));
  return Math.min(...looks);
}
