import { str, url } from 'envalid';

/** Settings of the agent provider, shared by the worker and the operators' commands. */
export const agentSettings = {
  ANTHROPIC_API_KEY: str({ desc: 'Key of the agent provider' }),
  ANTHROPIC_BASE_URL: url({ default: undefined, desc: 'Another address than the provider’s own' }),
};
