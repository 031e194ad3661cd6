import type { BetaManagedAgentsAgent } from '@anthropic-ai/sdk/resources/beta/agents/agents';
import type { BetaEnvironment } from '@anthropic-ai/sdk/resources/beta/environments/environments';
import canonicalize from 'canonicalize';
import { definitionHash, ENVIRONMENT_DEFINITION, type AgentDefinition } from './agent-definition';

/**
 * How a deployed agent differs from the definition, field by field; empty when it does not. The hash in its metadata
 * shows that another version of this repository deployed it, the fields show what somebody changed by hand.
 */
export function agentDifferences(agent: BetaManagedAgentsAgent, definition: AgentDefinition): string[] {
  return differing('agent', [
    ['definition', agent.metadata['definition'], definitionHash(definition)],
    ['description', agent.description, definition.description],
    ['model', agent.model.id, definition.model],
    ['effort', agent.model.effort?.type, definition.effort],
    ['system prompt', agent.system, definition.system],
    ['tools', agent.tools.map(plainTool), definition.tools.map(plainTool)],
    ['MCP servers', agent.mcp_servers, []],
    ['skills', agent.skills, []],
  ]);
}

/** How a deployed environment differs from {@link ENVIRONMENT_DEFINITION}. */
export function environmentDifferences(environment: BetaEnvironment): string[] {
  const { config } = environment;
  return differing('environment', [
    ['definition', environment.metadata['definition'], definitionHash(ENVIRONMENT_DEFINITION)],
    ['type', config.type, 'cloud'],
    ['networking', config.type === 'cloud' ? config.networking : null, ENVIRONMENT_DEFINITION.config.networking],
  ]);
}

function differing(of: string, fields: [name: string, deployed: unknown, defined: unknown][]): string[] {
  return fields
    .filter(([, deployed, defined]) => canonicalize(deployed ?? null) !== canonicalize(defined ?? null))
    .map(([name]) => `${of}: ${name} differs`);
}

/**
 * A tool reduced to what the definition says of it. The provider returns toolsets resolved, with every tool and default
 * spelled out, so only what is switched on is compared.
 */
function plainTool(tool: (BetaManagedAgentsAgent | AgentDefinition)['tools'][number]): unknown {
  if (tool.type === 'custom') {
    return { name: tool.name, description: tool.description, schema: tool.input_schema };
  }
  if (tool.type !== 'agent_toolset_20260401') return tool;
  const enabledByDefault = tool.default_config?.enabled ?? true;
  const configs = tool.configs ?? [];
  return {
    enabledByDefault,
    enabled: configs
      .filter((config) => config.enabled ?? enabledByDefault)
      .map((config) => ({
        name: config.name,
        policy: config.permission_policy?.type ?? tool.default_config?.permission_policy?.type,
        maxTokens: config.name === 'web_fetch' ? (config.max_content_tokens ?? null) : null,
        userInput: config.name === 'web_fetch' ? sourceType(config.url_sources?.user_input) : null,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function sourceType(source: string | { type: string } | null | undefined): string {
  if (!source) return 'all';
  return typeof source === 'string' ? source : source.type;
}
