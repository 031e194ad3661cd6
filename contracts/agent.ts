/** Name under which the research agent is provisioned and its drift recorded. */
export const AGENT_NAME = 'newsletter-research';
