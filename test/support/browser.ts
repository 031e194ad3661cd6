import { chromium, type Browser } from 'playwright-core';
import { keepChild } from './kept-child';

let address: Promise<string> | null = null;

/**
 * Connects to the Chromium of this worker process, which starts with the first test file that asks for it and ends with
 * the worker. What the file opened is closed with its connection, and no file sees what another's contexts remember.
 */
export async function connectBrowser(): Promise<Browser> {
  return chromium.connect(await (address ??= keepChild('browser').ask<string>()));
}
