import { chromium } from 'playwright-core';
import { findChromium } from '../../../tools/support/browser';

// Serves one Chromium to the tests of its parent, and ends with it.
process.once('disconnect', () => process.exit());
void chromium.launchServer(findChromium()).then((server) => process.send!(server.wsEndpoint()));
