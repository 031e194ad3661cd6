import type { BrowserServer } from 'playwright-core';
import { startBrowserServer } from './browser';
import globalSetup from './global-setup';

declare global {
  var browserServer: BrowserServer | undefined;
}

/** Jest's globalSetup of projects with a browser: the real parts, and one Chromium for all files (TEST_BROWSER). */
export default async function browserSetup(): Promise<void> {
  await globalSetup();
  globalThis.browserServer = await startBrowserServer();
  process.env.TEST_BROWSER = globalThis.browserServer.wsEndpoint();
}
