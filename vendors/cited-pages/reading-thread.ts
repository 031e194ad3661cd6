/** Entry point of the thread that reads pages and robots.txt. We terminate a thread that exceeds its time or memory. */
import robotsParser from 'robots-parser';
import { plainText } from '../../base/plain-text';
import { answerTasks } from '../../base/task-thread';
import type { KeptOfPage } from '../../modules/findings/evidence';
import { withoutContacts } from '../../modules/findings/rules/prose';
import { createPageSearch, type Passage } from '../../modules/findings/text/quotation';
import type { PageState } from './page-parts';
import { pageText } from './page-text';

export interface PageTask {
  kind: 'page';
  body: Uint8Array;
  contentType: string;
  quotations: readonly string[];
}
export interface RobotsTask {
  kind: 'robots';
  rules: string;
  rulesUrl: string;
  url: string;
  agent: string;
}
/** Results for a page; null if the page has no readable text. */
export type PageAnswer = {
  /** One entry per quotation; null if the page does not contain it. */
  found: (FoundPassage | null)[];
  title: string | null;
  /** Publication day that the page states, `YYYY-MM-DD`. */
  date: string | null;
  state: PageState;
} | null;

/** Passage of a page without contact details, and its page number in a PDF. */
type FoundPassage = Pick<KeptOfPage, 'excerpt' | 'context' | 'page'>;
/** `allowed` is false if the rules forbid the agent to read the URL. */
export interface RobotsAnswer {
  allowed: boolean;
}

answerTasks(answer);

async function answer(task: PageTask | RobotsTask): Promise<PageAnswer | RobotsAnswer> {
  if (task.kind === 'robots') {
    return { allowed: robotsParser(task.rulesUrl, task.rules).isAllowed(task.url, task.agent) !== false };
  }
  const read = await pageText(task.body, task.contentType);
  if (read === null) return null;
  const { text, title, date, state, pageStarts } = read;
  const search = createPageSearch(text);
  const found = task.quotations.map((quotation) => {
    const passage = search(quotation);
    return passage && shown(passage, pageStarts);
  });
  return { found, title: title && showable(title), date, state };
}

function shown({ excerpt, context, from }: Passage, pageStarts: number[] | null): FoundPassage {
  const page = pageStarts && { page: pageStarts.filter((start) => start <= from).length };
  return { excerpt: showable(excerpt), context: showable(context), ...page };
}

/** Removes contact details and control characters from page text, before we store and show it. */
function showable(text: string): string {
  return withoutContacts(plainText(text).toWellFormed());
}
