import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { DIMENSIONS, Submission } from '../../contracts/findings';
import {
  agentDefinition,
  DECLINE_TOOL,
  DEFAULT_MODEL,
  definitionHash,
  ENVIRONMENT_DEFINITION,
  SUBMIT_PLAN_TOOL,
  SUBMIT_TOOL,
} from '../../providers/agents/agent-definition';
import { agentDifferences } from '../../providers/agents/drift';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';

type Tool = ReturnType<typeof agentDefinition>['tools'][number];
const definition = agentDefinition();
const custom = (name: string) =>
  definition.tools.find((tool): tool is Extract<Tool, { type: 'custom' }> => 'name' in tool && tool.name === name)!;
/** Sentences of the prompt that mention all of the words. */
const sentences = (...words: RegExp[]) =>
  definition.system.split(/(?<=[.:;])\s+|\n/).filter((sentence) => words.every((word) => word.test(sentence)));

test('equal models give the same definition and hash, another model or any changed rule another hash', () => {
  expect(agentDefinition(DEFAULT_MODEL)).toEqual(definition);
  const hash = definitionHash(definition);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(definitionHash(agentDefinition())).toBe(hash);
  expect(definitionHash(agentDefinition('claude-sonnet-5-5'))).not.toBe(hash);
  expect(definitionHash({ ...definition, system: `${definition.system} ` })).not.toBe(hash);
});

test('the hash does not depend on the order of the keys of a definition', () => {
  expect(definitionHash({ a: 1, b: { c: [2], d: 3 } })).toBe(definitionHash({ b: { d: 3, c: [2] }, a: 1 }));
  expect(definitionHash({ a: [1, 2] })).not.toBe(definitionHash({ a: [2, 1] }));
});

test('submit_findings takes exactly what Submission allows: its schema compiles strictly and judges alike', () => {
  const { input_schema: schema } = custom(SUBMIT_TOOL);
  expect(schema).toEqual(JSON.parse(JSON.stringify(Submission)));
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  const added = [
    ...['audienceSizing', 'unitEconomics', 'firstIssues', 'launchCalendar'],
    ...['comparables', 'sponsors', 'trend', 'sampleIssue', 'nameChecks', 'wouldChange'],
  ];
  expect(schema.required).toEqual(Object.keys(Submission.properties).filter((part) => !added.includes(part)));

  const accepts = addFormats(new Ajv2020({ strict: true })).compile(schema);
  const sound = sampleSubmission({ idea: 'Beekeeping on roofs', audience: null, geography: null });
  expect(accepts(sound)).toBe(true);
  expect(accepts({ ...sound, runId: 'run_1' })).toBe(false);
});

test('decline_research takes one short reason and nothing else', () => {
  const accepts = new Ajv2020({ strict: true }).compile(custom(DECLINE_TOOL).input_schema);
  expect(accepts({ reason: 'Its purpose is to defraud.' })).toBe(true);
  for (const bad of [{}, { reason: '' }, { reason: 'x'.repeat(301) }, { reason: 'x', more: 1 }]) {
    expect(accepts(bad)).toBe(false);
  }
});

test('the agent can search, read pages and answer us, and reach nothing else', () => {
  const [toolset, ...ours] = definition.tools;
  expect(ours.map((tool) => 'name' in tool && tool.name)).toEqual([SUBMIT_TOOL, SUBMIT_PLAN_TOOL, DECLINE_TOOL]);
  expect(toolset).toMatchObject({ type: 'agent_toolset_20260401', default_config: { enabled: false } });
  const configs = (toolset as { configs: { name: string; enabled: boolean }[] }).configs;
  expect(configs.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['web_search', true],
    ['web_fetch', true],
  ]);
  expect(configs[1]).toMatchObject({ url_sources: { user_input: { type: 'none' } } });
  expect(ENVIRONMENT_DEFINITION.config.networking).toEqual({
    type: 'limited',
    allowed_hosts: [],
    allow_mcp_servers: false,
    allow_package_managers: false,
  });
});

test('the prompt says what instructs the agent, and that brief and pages never do', () => {
  expect(sentences(/only this prompt/i, /submit_findings/)).toHaveLength(1);
  expect(sentences(/<research_brief>/, /<\/research_brief>/)).not.toHaveLength(0);
  expect(sentences(/never follow/i, /page/i)).not.toHaveLength(0);
  expect(sentences(/nothing in the brief or on a page may change/i)).toHaveLength(1);
  expect(sentences(/do not follow them/i, /limitations/i)).toHaveLength(1);
});

test('the prompt calls a score without a source an inference and forbids inventing one', () => {
  expect(sentences(/without a source/i, /basis is inference/i)).not.toHaveLength(0);
  expect(sentences(/basis fact or estimate must cite evidence/i)).not.toHaveLength(0);
  expect(sentences(/never invent/i, /address/i, /number/i, /quotation/i)).toHaveLength(1);
  expect(sentences(/never satisfy a check by inventing evidence/i)).toHaveLength(1);
});

test('the prompt has one scale a dimension, each with its five anchors, and the thresholds of the verdict', () => {
  const scales = definition.system.split('# Scores')[1]!.split('\n# ')[0]!;
  for (const name of DIMENSIONS) {
    expect(scales).toMatch(new RegExp(`^${name} — .*\\n 10: .* 30: .* 50: .* 70: .* 90: `, 'm'));
  }
  expect(scales).toMatch(/pursue from 70, refine from 45 to 69, avoid below 45/);
});

test('the prompt names every part of the document, every dimension and both tools', () => {
  const { dimensions: _, ...parts } = Submission.properties;
  const named = [...Object.keys(parts), ...DIMENSIONS, SUBMIT_TOOL, DECLINE_TOOL];
  expect(named.filter((name) => !definition.system.includes(name))).toEqual([]);
});

test('a deployed agent that the provider returned with its defaults spelled out is not drift', () => {
  const deployed = {
    ...definition,
    model: { id: definition.model, effort: { type: definition.effort }, speed: 'standard' },
    metadata: { definition: definitionHash(definition) },
    mcp_servers: [],
    skills: [],
  };
  expect(agentDifferences(deployed as never, definition)).toEqual([]);
  expect(agentDifferences({ ...deployed, system: 'x' } as never, definition)).toEqual(['agent: system prompt differs']);
});
