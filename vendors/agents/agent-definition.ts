import { createHash } from 'node:crypto';
import type { AgentCreateParams } from '@anthropic-ai/sdk/resources/beta/agents/agents';
import type { EnvironmentCreateParams } from '@anthropic-ai/sdk/resources/beta/environments/environments';
import canonicalize from 'canonicalize';
import type { SourceDomains } from '../../base/source-domains';
import { AGENT_NAME } from '../../modules/findings/contract/agents';
import { Submission } from '../../modules/findings/contract/findings';
import { Corrections } from '../../modules/findings/corrections';
import { Plan } from '../../modules/findings/plan';
import { RESEARCH_PROMPT } from './research-prompt';

/** Metadata value that marks this product's resources in a shared workspace. */
export const OWNER = 'newsletter-opportunity-intelligence';

export const DEFAULT_MODEL = 'claude-opus-5-5';

/** Custom tools of the agent. The service accepts or corrects every call, except calls to {@link DECLINE_TOOL}. */
export const SUBMIT_TOOL = 'submit_findings';
export const CORRECT_TOOL = 'correct_findings';
export const SUBMIT_PLAN_TOOL = 'submit_plan';
export const DECLINE_TOOL = 'decline_research';

/** Key in `providerData` for the edition of the rules in an agent's prompt. */
export const RULES_OF_PROMPT = 'rulesEdition';

/** Maximum tokens per fetched page, about 2,000 words. Every later step of the session pays for the page again. */
export const MAX_PAGE_TOKENS = 5_000;

/** Deployed configuration of the agent, without the metadata that provisioning adds. */
export interface AgentDefinition {
  name: string;
  description: string;
  model: string;
  effort: 'low' | 'medium' | 'high';
  system: string;
  tools: NonNullable<AgentCreateParams['tools']>;
}

export interface AgentChoices {
  effort?: AgentDefinition['effort'];
  /** Domains that the agent can neither find nor open; empty by default. */
  blockedDomains?: readonly string[] | undefined;
  /** Location of the agent's searches; unset by default. */
  place?: { country: string } | null;
}

/** Definition of the research agent. Pure: equal arguments give equal definitions. */
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
    tools: toolsFor(choices),
  };
}

/** Tools of the agent. `sources` are the domains that a run includes or excludes, for its session only. */
export function toolsFor(choices: AgentChoices, sources: SourceDomains = {}): AgentDefinition['tools'] {
  return [webTools(choices, sources), ...customTools()];
}

/** Container for sessions, without network. The agent has no shell, and the provider itself searches and fetches. */
export const ENVIRONMENT_DEFINITION = {
  name: AGENT_NAME,
  description: 'Isolated environment of the newsletter research agent.',
  config: {
    type: 'cloud',
    networking: { type: 'limited', allowed_hosts: [], allow_mcp_servers: false, allow_package_managers: false },
  },
} as const satisfies EnvironmentCreateParams;

/** SHA-256 (hex) of a definition in canonical JSON, so the order of its keys does not matter. */
export function definitionHash(definition: unknown): string {
  return createHash('sha256')
    .update(canonicalize(definition) ?? '')
    .digest('hex');
}

/** Name of a definition: a prefix of its hash, long enough to distinguish the definitions of one deployment. */
export const nameOfDefinition = (definition: AgentDefinition) => definitionHash(definition).slice(0, 12);

function webTools(
  { blockedDomains = [], place }: AgentChoices,
  { include, exclude = [] }: SourceDomains,
): AgentDefinition['tools'][number] {
  const allowed = { type: 'always_allow' } as const;
  // The provider refuses an empty list, and refuses both lists together. Our own rules enforce the omitted list.
  const out = [...new Set([...blockedDomains, ...exclude])];
  const bounds = include ? { allowed_domains: include } : out.length > 0 ? { blocked_domains: out } : {};
  return {
    type: 'agent_toolset_20260401',
    // All other tools are disabled. Without a shell and files, a hostile page has nothing to exploit.
    default_config: { enabled: false, permission_policy: allowed },
    configs: [
      {
        name: 'web_search',
        enabled: true,
        permission_policy: allowed,
        ...bounds,
        ...(place && { user_location: { type: 'approximate' as const, ...place } }),
      },
      {
        name: 'web_fetch',
        enabled: true,
        permission_policy: allowed,
        max_content_tokens: MAX_PAGE_TOKENS,
        ...bounds,
        // URLs come only from search results and opened pages. The caller's text must not choose what is fetched.
        url_sources: { user_input: { type: 'none' }, client_tool_results: { type: 'none' } },
      },
    ],
  };
}

function customTools(): AgentDefinition['tools'] {
  return [
    {
      type: 'custom',
      name: SUBMIT_TOOL,
      description:
        'Hands in the complete findings when the research is done. The answer accepts them or lists flaws, each with a ' +
        'JSON Pointer and what is wrong, which correct_findings corrects. The limits of the schema are enforced, and ' +
        'members that it does not name are refused.',
      input_schema: toolSchema(Submission),
    },
    {
      type: 'custom',
      name: CORRECT_TOOL,
      description:
        'Corrects what was handed in last, change by change: value replaces or adds what is at the pointer, remove: true ' +
        'takes it out, a pointer that ends in /- adds to a list. Removing an entry moves those behind it. The whole ' +
        'document is then checked again.',
      input_schema: toolSchema(Corrections),
    },
    {
      type: 'custom',
      name: SUBMIT_PLAN_TOOL,
      description:
        'Hands in the plan of a search: as many distinct newsletter ideas as the search brief asks for. The answer says ' +
        'either that it was accepted, or lists flaws; then correct them and call the tool again with the whole plan. Use ' +
        'it for a search brief only; findings on a research brief go to submit_findings.',
      input_schema: toolSchema(Plan),
    },
    {
      type: 'custom',
      name: DECLINE_TOOL,
      description:
        'Declines the brief under the rules of the prompt; reason names the rule in one sentence. It ends the work.',
      input_schema: {
        type: 'object',
        properties: { reason: { type: 'string', maxLength: 300 } },
        required: ['reason'],
      },
    },
  ];
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };

/** Shortest schema to replace by a reference, in characters of JSON. A reference to a shorter schema saves nothing. */
const WORTH_A_REFERENCE = 40;

/** Larger `maximum` values are dropped, because they exclude only absurd numbers. */
const MEANT = 1_000;

/** JSON Schema of a tool. Sessions pay for its length, so it omits descriptions and defines repeated parts once. */
function toolSchema(schema: object): { type: 'object' } {
  // TypeBox keeps its own data under symbols, which JSON omits.
  const plain = shortened(JSON.parse(JSON.stringify(schema)) as Schema) as Schema;
  const names = new Map(repeatedIn(plain).map((text, i) => [text, `d${i + 1}`]));
  const definitions = [...names].map(([text, name]) => [name, referring(JSON.parse(text) as Schema, names)]);
  return {
    type: 'object',
    ...referring(plain, names),
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) as Schema }),
  };
}

function shortened(value: Json): Json {
  if (!isRecord(value)) return Array.isArray(value) ? value.map(shortened) : value;
  return mapMembers(isSchema(value) ? withoutBallast(value) : value, shortened);
}

function withoutBallast(schema: Schema): Schema {
  const { description: _text, examples: _examples, additionalProperties: _closed, minLength: _least, ...rest } = schema;
  const { maximum, ...unbounded } = rest;
  return typeof maximum === 'number' && maximum > MEANT ? unbounded : rest;
}

/** Schemas that occur more than once, as JSON. Parts of a repeated schema count only once. */
function repeatedIn(root: Schema): string[] {
  const counts = new Map<string, number>();
  walk(root);
  return [...counts].filter(([, count]) => count > 1).map(([text]) => text);

  function walk(value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    const count = counts.get(text) ?? 0;
    if (isSchema(value) && text.length >= WORTH_A_REFERENCE) counts.set(text, count + 1);
    if (count === 0) Object.values(value).forEach(walk);
  }
}

function referring(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  return mapMembers(schema, refer);

  function refer(value: Json): Json {
    if (!isRecord(value)) return Array.isArray(value) ? value.map(refer) : value;
    const name = names.get(JSON.stringify(value));
    return name === undefined ? mapMembers(value, refer) : { $ref: `#/$defs/${name}` };
  }
}

const isRecord = (value: Json): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Distinguishes a schema from a `properties` object, whose keys can equal schema keywords. */
const isSchema = (value: Json) => isRecord(value) && (typeof value.type === 'string' || Array.isArray(value.anyOf));

function mapMembers(value: Schema, map: (member: Json) => Json): Schema {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}
