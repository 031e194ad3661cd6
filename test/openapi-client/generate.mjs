// Reads an OpenAPI document from standard input and prints its TypeScript types.
import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const ast = await openapiTS(JSON.parse(readFileSync(0, 'utf8')));
process.stdout.write(
  `// Generated from GET /openapi/v1.json by \`npm run openapi:types\`. Do not edit.\n${astToString(ast)}`,
);
