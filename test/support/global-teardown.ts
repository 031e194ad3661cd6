/** Jest's globalTeardown: stops what globalSetup started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.realParts?.stop();
}
