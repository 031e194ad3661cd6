// Reads an OpenAPI document from standard input and prints its TypeScript types.
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const ast = await openapiTS(JSON.parse(await text(process.stdin)));
process.stdout.write(
  `// Generated from GET /openapi/v1.json by \`npm run openapi:types\`. Do not edit.\n${astToString(ast)}`,
);
