import { createHash } from 'node:crypto';
import type { AgentCreateParams } from '@anthropic-ai/sdk/resources/beta/agents/agents';
import type { EnvironmentCreateParams } from '@anthropic-ai/sdk/resources/beta/environments/environments';
import canonicalize from 'canonicalize';
import { AGENT_NAME } from '../../contracts/agent';
import { Submission } from '../../contracts/findings';
import { Plan } from '../../domain/plan';
import { RESEARCH_PROMPT } from './research-prompt';

/** Metadata value that marks this product's resources in a shared workspace. */
export const OWNER = 'newsletter-opportunity-intelligence';

/** Model of the research agent unless the operator chooses another. */
export const DEFAULT_MODEL = 'claude-opus-5-5';

/** Custom tool by which the agent submits its findings; the service responds with acceptance or flaws. */
export const SUBMIT_TOOL = 'submit_findings';

/** Custom tool by which the agent submits the plan of a search; answered like {@link SUBMIT_TOOL}. */
export const SUBMIT_PLAN_TOOL = 'submit_plan';

/** Custom tool by which the agent declines a brief. It is never answered. */
export const DECLINE_TOOL = 'decline_research';

/**
 * Key in the provider data of a provisioned agent: the edition of the rules that its prompt has. A build of before there
 * were editions writes the data without it when it provisions its own prompt again.
 */
export const RULES_OF_PROMPT = 'rulesEdition';

/** Most tokens of one fetched page in the context: enough for a long article, too few to exhaust the budget. */
export const MAX_PAGE_TOKENS = 20_000;

/** Deployed configuration of the agent, without the metadata that provisioning adds. */
export interface AgentDefinition {
  name: string;
  description: string;
  model: string;
  effort: 'low' | 'medium' | 'high';
  system: string;
  tools: NonNullable<AgentCreateParams['tools']>;
}

/** What an operator chooses of the agent. */
export interface AgentChoices {
  effort?: AgentDefinition['effort'];
  /** Domains that it neither finds nor opens; none by default. */
  blockedDomains?: readonly string[] | undefined;
  /** Where its searches are made from; nowhere by default. */
  place?: Place | null;
}

interface Place {
  country?: string;
  city?: string;
  timezone?: string;
}

/** Definition of the research agent. Pure: equal models, names and choices give equal definitions. */
export function agentDefinition(
  model: string = DEFAULT_MODEL,
  name: string = AGENT_NAME,
  choices: AgentChoices = {},
): AgentDefinition {
  return {
    name,
    description: 'Plans newsletter ideas, or researches one on the public web and submits evidence-based findings.',
    model,
    effort: choices.effort ?? 'high',
    system: RESEARCH_PROMPT,
    tools: [webTools(choices), submitTool(), submitPlanTool(), declineTool()],
  };
}

/**
 * Container for sessions, without network access: the agent has no shell, and the provider, not the container, executes
 * web search and fetch.
 */
export const ENVIRONMENT_DEFINITION = {
  name: AGENT_NAME,
  description: 'Isolated environment of the newsletter research agent.',
  config: {
    type: 'cloud',
    networking: { type: 'limited', allowed_hosts: [], allow_mcp_servers: false, allow_package_managers: false },
  },
} as const satisfies EnvironmentCreateParams;

/** SHA-256 (hex) of a definition in canonical JSON, independent of the order of its keys. */
export function definitionHash(definition: unknown): string {
  return createHash('sha256')
    .update(canonicalize(definition) ?? '')
    .digest('hex');
}

/** Name of a definition: enough of its hash to tell those of one deployment apart. */
export const nameOfDefinition = (definition: AgentDefinition) => definitionHash(definition).slice(0, 12);

function webTools({ blockedDomains = [], place }: AgentChoices): AgentDefinition['tools'][number] {
  const allowed = { type: 'always_allow' } as const;
  // The provider refuses an empty list.
  const blocked = blockedDomains.length > 0 ? { blocked_domains: [...blockedDomains] } : {};
  return {
    type: 'agent_toolset_20260401',
    // Tools not named below are off: without shell and files, a hostile page has nothing to exploit.
    default_config: { enabled: false, permission_policy: allowed },
    configs: [
      {
        name: 'web_search',
        enabled: true,
        permission_policy: allowed,
        ...blocked,
        ...(place && { user_location: { type: 'approximate' as const, ...place } }),
      },
      {
        name: 'web_fetch',
        enabled: true,
        permission_policy: allowed,
        max_content_tokens: MAX_PAGE_TOKENS,
        ...blocked,
        // The caller's text must not choose what is fetched: URLs come only from search results and opened pages.
        url_sources: { user_input: { type: 'none' }, client_tool_results: { type: 'none' } },
      },
    ],
  };
}

function submitTool(): AgentDefinition['tools'][number] {
  return {
    type: 'custom',
    name: SUBMIT_TOOL,
    description:
      'Hands in the complete findings when the research is done. The answer says either that they were accepted, ' +
      'or lists flaws, each with a JSON pointer and what is wrong; then correct them and call the tool again with ' +
      'the whole document. The limits of the schema are enforced: lengths, counts and enumerations.',
    // TypeBox keeps its own data under symbols, which JSON drops.
    input_schema: JSON.parse(JSON.stringify(Submission)) as { type: 'object' },
  };
}

function submitPlanTool(): AgentDefinition['tools'][number] {
  return {
    type: 'custom',
    name: SUBMIT_PLAN_TOOL,
    description:
      'Hands in the plan of a search: as many distinct newsletter ideas as the search brief asks for. The answer says ' +
      'either that it was accepted, or lists flaws; then correct them and call the tool again with the whole plan. Use ' +
      'it for a search brief only; findings on a research brief go to submit_findings.',
    input_schema: JSON.parse(JSON.stringify(Plan)) as { type: 'object' },
  };
}

function declineTool(): AgentDefinition['tools'][number] {
  return {
    type: 'custom',
    name: DECLINE_TOOL,
    description: 'Declines the brief under the rules of the prompt. It ends the work; nothing may be called after it.',
    input_schema: {
      type: 'object',
      properties: {
        reason: {
          type: 'string',
          minLength: 1,
          maxLength: 300,
          description: 'The rule that applies, in one sentence.',
        },
      },
      required: ['reason'],
      additionalProperties: false,
    },
  };
}
