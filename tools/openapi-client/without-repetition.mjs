/**
 * The document with the same types and comments in a third of the lines: without examples, which `/openapi/v1.json`
 * shows, without headers of answers, which programs read as text, without descriptions that repeat a summary or the
 * values beside them, and with each failure that several operations share named once.
 */
export function withoutRepetition(document) {
  const bare = withoutExamples(document);
  const operations = Object.values(bare.paths).flatMap((path) => Object.values(path));
  const answers = [bare.components, ...operations].flatMap(({ responses }) => Object.values(responses));
  for (const answer of answers) delete answer.headers;
  for (const operation of operations) {
    if (operation.description === `${operation.summary}.`) delete operation.description;
  }
  delete bare.components.headers;
  Object.assign(bare.components.responses, shareFailures(operations));
  return bare;
}

function withoutExamples(node, isMap = false) {
  if (Array.isArray(node)) return node.map((each) => withoutExamples(each));
  if (node === null || typeof node !== 'object') return node;
  const repeats = (key) =>
    key === 'example' || key === 'examples' || (key === 'description' && node['x-extensible-enum']);
  const kept = Object.entries(node).filter(([key]) => isMap || !repeats(key));
  // A property of a schema may be called `example`.
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutExamples(value, key === 'properties')]));
}

/** Puts a reference in place of each failure that several operations declare alike; returns those failures by name. */
function shareFailures(operations) {
  const places = new Map();
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (status !== 'default' && Number(status) < 400) continue;
      const failure = JSON.stringify([status, response]);
      places.set(failure, [...(places.get(failure) ?? []), { responses, status }]);
    }
  }
  const shared = {};
  for (const [failure, alike] of places) {
    if (alike.length === 1) continue;
    const name = nameOf(...JSON.parse(failure), shared);
    shared[name] = alike[0].responses[alike[0].status];
    for (const { responses, status } of alike) responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/** Status and codes, such as `404_run_not_found`; numbered where failures of these differ in something else. */
function nameOf(status, { description }, taken) {
  const codes = [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => code);
  const name = [status, ...codes].join('_');
  const before = Object.keys(taken).filter((each) => each.split('-')[0] === name).length;
  return before === 0 ? name : `${name}-${before + 1}`;
}
