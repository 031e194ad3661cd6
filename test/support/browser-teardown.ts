import globalTeardown from './global-teardown';

/** Jest's globalTeardown: stops what browserSetup started. */
export default async function browserTeardown(): Promise<void> {
  await globalThis.browserServer?.close();
  await globalTeardown();
}
