/**
 * Entry of the thread that reads what strangers wrote: pages and robots.txt. Its sender ends it where it takes too long
 * or too much memory, so nothing hostile stops the process.
 */
import robotsParser from 'robots-parser';
import { createPageSearch } from '../../domain/quotation';
import { answerTasks } from '../../platform/answer-tasks';
import { pageText } from './page-text';

/** Quotations to look for on a page. */
export interface PageTask {
  kind: 'page';
  body: Uint8Array;
  contentType: string;
  quotations: readonly string[];
}
/** Rules to ask about an address. */
export interface RobotsTask {
  kind: 'robots';
  rules: string;
  rulesUrl: string;
  url: string;
  agent: string;
}
/** `found` has a value for each quotation, or is null where the page has no text that can be read. */
export interface PageAnswer {
  found: boolean[] | null;
}
/** `allowed` is false where the rules keep the agent from the address. */
export interface RobotsAnswer {
  allowed: boolean;
}

answerTasks(answer);

async function answer(task: PageTask | RobotsTask): Promise<PageAnswer | RobotsAnswer> {
  if (task.kind === 'robots') {
    return { allowed: robotsParser(task.rulesUrl, task.rules).isAllowed(task.url, task.agent) !== false };
  }
  const text = await pageText(task.body, task.contentType);
  if (text === null) return { found: null };
  const holds = createPageSearch(text);
  return { found: task.quotations.map((quotation) => holds(quotation)) };
}
