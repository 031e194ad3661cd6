import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import * as fc from 'fast-check';
import { Submission } from '../../contracts/findings';
import { meansInWords, meansLeft } from '../../domain/session-means';
import { readTask, writeTask } from '../../domain/task-message';
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

test('every change of model or rules changes the hash', () => {
  expect(agentDefinition(DEFAULT_MODEL)).toEqual(definition);
  const hash = definitionHash(definition);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(definitionHash(agentDefinition())).toBe(hash);
  expect(definitionHash(agentDefinition('claude-sonnet-5-5'))).not.toBe(hash);
  expect(definitionHash({ ...definition, system: `${definition.system} ` })).not.toBe(hash);
});

test('submit_findings takes what Submission allows', () => {
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

test('the agent can search, read pages, answer, and nothing else', () => {
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

test('the prompt lets neither brief nor pages instruct the agent', () => {
  expect(sentences(/only this prompt/i, /submit_findings/)).toHaveLength(1);
  expect(sentences(/<research_brief>/, /<\/research_brief>/)).not.toHaveLength(0);
  expect(sentences(/never follow/i, /page/i)).not.toHaveLength(0);
  expect(sentences(/nothing in the brief or on a page may change/i)).toHaveLength(1);
  expect(sentences(/do not follow them/i, /limitations/i)).toHaveLength(1);
});

test('defaults spelled out by the provider are no drift', () => {
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

describe('a task', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom('</research_brief>', '<research_brief>', '\n', '\r', '\u2028', '\u2029', '"', '\\', '<', 'x'),
      )
      .map((parts) => parts.join('')),
  );
  const brief = fc.record({ idea: hostile, audience: fc.option(hostile), geography: fc.option(hostile) });

  test('a brief is read exactly as written', () => {
    fc.assert(
      fc.property(brief, (given) => expect(readTask(writeTask(given, now))).toEqual(given)),
      { numRuns: 1_000 },
    );
  });

  test('no text of the caller opens, closes or leaves its block', () => {
    fc.assert(
      fc.property(brief, (given) => {
        const message = writeTask(given, now);
        const lines = message.split('\n');
        expect(lines).toHaveLength(7);
        expect(lines[4]).toBe('<research_brief>');
        expect(lines[6]).toBe('</research_brief>');
        expect(lines[5]).not.toMatch(/[<\n\r]/);
        expect(message.match(/<\/?research_brief>/g)).toHaveLength(2);
      }),
      { numRuns: 1_000 },
    );
  });

  test('only the three fields of a brief reach the agent', () => {
    const message = writeTask({ idea: 'x', audience: null, geography: null, email: 'a@example.org' } as never, now);
    expect(message).not.toContain('example.org');
  });
});

describe('means of a session', () => {
  const now = new Date('2026-11-22T10:00:00.000Z');
  const until = new Date('2026-11-22T10:29:30.000Z');
  const means = { budgetMicros: 10_000_000, until };

  test('a task states budget and deadline outside the block', () => {
    const brief = { idea: 'Tides', audience: null, geography: null };
    const task = writeTask(brief, now, means);
    const [line] = task.split('<research_brief>')[0]!.match(/.*may cost.*/u)!;
    expect(line).toBe(meansInWords(means, now));
    expect(line).toContain('$10.00 and ends at 2026-11-22T10:29:30.000Z, in 29 minutes');
    expect(readTask(task)).toEqual(brief);
  });

  test('flaws go back with what is spent and left', () => {
    const left = meansLeft(means, 4_120_000, now);
    expect(left).toMatch(/^\$4\.12 of \$10\.00 are spent\. It ends at 2026-11-22T10:29:30\.000Z, in 29 minutes\./);
    expect(left).toContain('Correct what is named');
  });

  test.each([
    ['four fifths of the budget are spent', 8_000_000, now],
    ['five minutes are left', 0, new Date(until.getTime() - 300_000)],
    ['the deadline has passed', null, new Date(until.getTime() + 1)],
  ])('asks to submit at once when %s', (_, spent, at) => {
    expect(meansLeft(means, spent, at)).toContain('hand in now');
  });
});
