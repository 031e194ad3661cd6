import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder of what was downloaded or built once, shared by all checkouts of this user; XDG_CACHE_HOME moves it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'newsletter-opportunity-intelligence');
}
