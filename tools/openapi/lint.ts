/**
 * `npm run openapi:lint`: lints the description with all rules of Redocly (`recommended-strict`) and Spectral
 * (`spectral:oas`), which are installed into the user's cache folder. Exits 1 on a finding.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { exitWith } from '../../test/support/exit-with';
import { linters } from '../clients/tools';
import { currentDescription } from './description';

async function lint(): Promise<number> {
  const load = createRequire(join(await linters(), 'package.json'));
  const redocly = load('@redocly/openapi-core');
  const { Spectral } = load('@stoplight/spectral-core');
  const source = JSON.stringify(currentDescription());

  const config = await redocly.createConfig({ extends: ['recommended-strict'] });
  const strict: Finding[] = await redocly.lintFromString({ source, absoluteRef: 'v1.json', config });
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [load('@stoplight/spectral-rulesets').oas] });
  const findings: Finding[] = [...strict, ...(await spectral.run(source))];

  for (const { ruleId, code, location, path, message } of findings) {
    process.stderr.write(`${ruleId ?? code}: ${location?.[0]?.pointer ?? path?.join('/')}: ${message}\n`);
  }
  return findings.length > 0 ? 1 : 0;
}

interface Finding {
  ruleId?: string;
  code?: string;
  location?: { pointer?: string }[];
  path?: string[];
  message: string;
}

exitWith(lint());
