/** Jest's globalTeardown: stops what globalSetup started. */
export default async function globalTeardown(): Promise<void> {
  const parts = globalThis.realParts;
  globalThis.realParts = undefined;
  await parts?.stop();
}
