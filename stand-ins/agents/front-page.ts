import { html } from '../../platform/html';
import type { FrontPage } from '../base/front-page';
import { briefOf, type World } from './world';

/** Front page of the agent stand-in: what it is, and its latest sessions. */
export function agentsFrontPage({ sessions }: World): FrontPage {
  return {
    title: 'Agents: a local stand-in',
    what: html`It speaks the agent provider's protocol and hands in sample findings, so nothing is researched and
      nothing costs money. Programs use it; <a href="/_control/sessions">its control surface</a> lists every session as
      JSON.`,
    lists: [
      {
        heading: 'Latest sessions',
        none: 'None yet. Start a run.',
        items: [...sessions.values()]
          .slice(-20)
          .reverse()
          .map(
            (session) => html`<code>${session.id}</code>, ${session.status}: ${briefOf(session).idea.slice(0, 160)}`,
          ),
      },
    ],
  };
}
