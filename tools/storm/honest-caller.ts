import { newId } from '../../contracts/ids';
import { call, createEvaluation } from '../../test/support/api';
import type { ShopProcesses } from '../../test/support/shop-processes';

/** Attempts of an honest request: load may be shed (503 with Retry-After), as any client of the API has to expect. */
const ATTEMPTS = 5;

/** Calls as a client that does nothing wrong until the storm is over, and collects answers other than the expected ones. */
export async function honestCaller(
  { api, customer }: ShopProcesses,
  over: () => boolean,
): Promise<{ asked: number; shed: number; wrong: string[] }> {
  const wrong: string[] = [];
  let asked = 0;
  let shed = 0;
  const expectStatus = async (name: string, status: number, ask: () => Promise<{ status: number }>) => {
    asked++;
    for (let attempt = 1; ; attempt++) {
      const got = (await ask().catch((error: Error) => ({ status: error.message }))).status;
      if (got === status) return;
      if (got !== 503 || attempt === ATTEMPTS) {
        wrong.push(`${name}: ${got} instead of ${status}`);
        return;
      }
      shed++;
    }
  };
  const options = { key: customer.apiKey };
  for (let round = 0; !over(); round++) {
    if (round < 50) await expectStatus('new evaluation', 202, () => createEvaluation(api, customer, `honest-${round}`));
    await expectStatus('same evaluation', 202, () => createEvaluation(api, customer, 'honest-0'));
    await expectStatus('account', 200, () => call(api, 'GET', '/v1/account', options));
    await expectStatus('unknown run', 404, () => call(api, 'GET', `/v1/runs/${newId('run')}`, options));
    await expectStatus('sample', 200, () => call(api, 'GET', '/v1/runs/sample/findings'));
  }
  return { asked, shed, wrong };
}
