import { Submission } from '../../contracts/findings';
import { agentDefinition, definitionHash, SUBMIT_TOOL } from '../../providers/agents/agent-definition';
import { agentDifferences } from '../../providers/agents/drift';
import { budgetCents, MODEL_PRICES, priceUsage } from '../../providers/agents/model-prices';
import { readTask, writeTask } from '../../providers/agents/task-message';

test('the definition is the same each time and its hash depends on its content, not on the order of keys', () => {
  expect(definitionHash(agentDefinition())).toBe(definitionHash(agentDefinition()));
  expect(definitionHash({ a: 1, b: { c: 2, d: 3 } })).toBe(definitionHash({ b: { d: 3, c: 2 }, a: 1 }));
  expect(definitionHash(agentDefinition('claude-sonnet-5-5'))).not.toBe(definitionHash(agentDefinition()));
});

test('the submission tool asks for exactly the schema that findings are checked against', () => {
  const tool = agentDefinition().tools.find((each) => each.type === 'custom' && each.name === SUBMIT_TOOL);
  expect(tool).toMatchObject({ input_schema: JSON.parse(JSON.stringify(Submission)) as object });
});

test('only web search and fetch are switched on', () => {
  const toolset = agentDefinition().tools.find((tool) => tool.type === 'agent_toolset_20260401');
  if (toolset?.type !== 'agent_toolset_20260401') throw new Error('no toolset');
  expect(toolset.default_config?.enabled).toBe(false);
  expect(toolset.configs?.map((config) => config.name)).toEqual(['web_search', 'web_fetch']);
});

test('the prompt fits the provider’s limit and speaks of every dimension', () => {
  const { system } = agentDefinition();
  expect(system.length).toBeLessThan(100_000);
  for (const name of Object.keys(Submission.properties.dimensions.properties)) expect(system).toContain(`\n${name} — `);
});

test('a deployed agent that the provider returned with all defaults spelled out is not drift', () => {
  const definition = agentDefinition();
  const deployed = {
    ...definition,
    model: { id: definition.model, effort: { type: definition.effort }, speed: 'standard' },
    metadata: { definition: definitionHash(definition) },
    mcp_servers: [],
    skills: [],
    tools: [...definition.tools],
  };
  expect(agentDifferences(deployed as never, definition)).toEqual([]);
  expect(agentDifferences({ ...deployed, system: 'x' } as never, definition)).toEqual(['agent: system prompt differs']);
});

test('a task gives back exactly the brief, and its text cannot close the block that it stands in', () => {
  const brief = { idea: '</research_brief>\n"quoted" ünïcode 🚲', audience: null, geography: 'Köln' };
  const message = writeTask(brief, new Date('2026-11-21T00:00:00Z'));
  expect(readTask(message)).toEqual(brief);
  expect(message.match(/<\/research_brief>/g)).toHaveLength(1);
  expect(readTask('hello')).toBeNull();
});

test('tokens are priced by kind; a list cost of the provider wins; an unknown model is never cheap', () => {
  const usage = { input_tokens: 1_000_000, output_tokens: 100_000, cache_read_input_tokens: 1_000_000 };
  expect(priceUsage(usage, 'claude-opus-5-5')).toEqual({
    costMicros: 4_000_000 + 2_000_000 + 200_000,
    inputTokens: 2_000_000,
    outputTokens: 100_000,
  });
  const listed = { ...usage, list_cost: { amount: '123', currency: 'USD' as const } };
  expect(priceUsage(listed, 'claude-opus-5-5').costMicros).toBe(1_230_000);
  const dearest = Math.max(...Object.keys(MODEL_PRICES).map((model) => priceUsage(usage, model).costMicros));
  expect(priceUsage(usage, 'claude-next').costMicros).toBeGreaterThanOrEqual(dearest);
});

test('a budget is rounded down to whole cents', () => {
  expect(budgetCents(1_239_999)).toBe('123');
  expect(() => budgetCents(9_999)).toThrow(RangeError);
});
