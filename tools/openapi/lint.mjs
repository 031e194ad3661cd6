// Lints an OpenAPI description from standard input by Redocly's strict rules and Spectral's; run by lint.ts, which
// brings the packages. No rule is switched off: a finding is mended in the description, or explained here.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const require = createRequire(`${process.argv[2]}/package.json`);
const [redoclyCore, spectralCore, rulesets] = [
  '@redocly/openapi-core',
  '@stoplight/spectral-core',
  '@stoplight/spectral-rulesets',
].map((name) => require(name));

const source = await text(process.stdin);
const config = await redoclyCore.createConfig({ extends: ['recommended-strict'] });
const redocly = await redoclyCore.lintFromString({ source, absoluteRef: 'v1.json', config });
const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [rulesets.oas] });

const findings = [
  ...redocly.map(({ ruleId, location, message }) => `redocly ${ruleId}: ${location[0]?.pointer}: ${message}`),
  ...(await spectral.run(source)).map(({ code, path, message }) => `spectral ${code}: ${path.join('/')}: ${message}`),
];
process.stderr.write(findings.map((finding) => `${finding}\n`).join(''));
process.exitCode = findings.length > 0 ? 1 : 0;
