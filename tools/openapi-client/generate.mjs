// Reads an OpenAPI document from standard input and prints its TypeScript types; run by types.ts, which brings the
// packages: the generator needs TypeScript 5, the rest of the repository 7.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { withoutRepetition } from './without-repetition.mjs';

const require = createRequire(`${process.argv[2]}/package.json`);
const [{ default: openapiTS, astToString }, ts] = ['openapi-typescript', 'typescript'].map((name) => require(name));

const { factory } = ts;
const literal = (value) => factory.createLiteralTypeNode(factory.createStringLiteral(value));
const TEXT = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
/** `string & {}`: takes any text, and leaves the values beside it to the editor. */
const OTHERS = factory.createIntersectionTypeNode([TEXT, factory.createTypeLiteralNode([])]);

const document = withoutRepetition(JSON.parse(await text(process.stdin)));
const ast = await openapiTS(document, {
  // A request may leave out what has a default.
  defaultNonNullable: false,
  transform: ({ 'x-extensible-enum': known }) => known && factory.createUnionTypeNode([...known.map(literal), OTHERS]),
});
process.stdout.write(
  `// Generated from GET /openapi/v1.json by \`npm run openapi:types\`. Do not edit.\n${astToString(ast)}`,
);
