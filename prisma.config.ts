import { defineConfig } from 'prisma/config';

// `prisma generate` would download a native schema engine that it does not use, unless this variable names an existing
// file. Other commands (`prisma migrate deploy`) do need that engine and fetch it themselves.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
