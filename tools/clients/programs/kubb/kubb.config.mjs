import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default defineConfig({
  input: { path: process.env.NOI_DESCRIPTION },
  // The compiler takes no import that ends in .ts, unless told.
  output: { path: 'generated', extension: { '.ts': '' }, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [], validate: false }),
    pluginTs(),
    pluginZod({ version: '4' }),
    pluginClient({ client: 'fetch', parser: 'zod', dataReturnType: 'full' }),
  ],
});
