// Reads an OpenAPI document from standard input and prints its TypeScript types.
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';
import { withoutRepetition } from './without-repetition.mjs';

const document = withoutRepetition(JSON.parse(await text(process.stdin)));
// A request may leave out what has a default.
const ast = await openapiTS(document, { defaultNonNullable: false });
process.stdout.write(
  `// Generated from GET /openapi/v1.json by \`npm run openapi:types\`. Do not edit.\n${astToString(ast)}`,
);
