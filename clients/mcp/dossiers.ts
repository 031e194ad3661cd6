import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { NoiError, type Client } from '../typescript/src/index';
import { answer, READS, runId, tool, type Tool } from './tool';

const FORMATS = {
  md: { title: 'Dossier', mimeType: 'text/markdown', suffix: '' },
  pdf: { title: 'Dossier as PDF', mimeType: 'application/pdf', suffix: '.pdf' },
} as const;
type Format = keyof typeof FORMATS;

const uriOf = (id: string, format: Format) => `noi://runs/${id}/dossier${FORMATS[format].suffix}`;

async function read(noi: Client, id: string, format: Format, signal: AbortSignal) {
  const run = await noi.runs.get(id, { signal });
  const about = { uri: uriOf(id, format), mimeType: FORMATS[format].mimeType };
  if (format === 'md') return { ...about, text: await run.dossier('md', { signal }) };
  return { ...about, blob: Buffer.from(await run.dossier('pdf', { signal })).toString('base64') };
}

/** Registers dossiers of completed runs as resources, for clients that read whole documents. */
export function registerDossiers(server: McpServer, noi: Client): void {
  for (const format of ['md', 'pdf'] as const) {
    const { title, mimeType, suffix } = FORMATS[format];
    const template = new ResourceTemplate(uriOf('{runId}', format), {
      list: async ({ signal }) => {
        const { data } = await noi.runs.list({ status: 'completed', limit: 20 }, { signal });
        const resources = data.map(({ runId: id, kind, completedAt }) => {
          const description = `${kind}, completed ${completedAt}`;
          return { uri: uriOf(id, format), name: `Dossier of ${id}${suffix}`, description, mimeType };
        });
        return { resources };
      },
    });
    const name = `dossier-${format}`;
    server.registerResource(name, template, { title, mimeType }, async (uri, { runId: id }, { signal }) => {
      try {
        return { contents: [await read(noi, String(id), format, signal)] };
      } catch (error) {
        if (!(error instanceof NoiError) || error.status !== 404) throw error;
        throw new McpError(-32002 /* resource not found */, error.message, { uri: uri.href });
      }
    });
  }
}

/** Tool that returns a dossier as an embedded resource, which clients keep as a file or an attachment. */
export function dossierTool(noi: Client): Tool {
  return tool({
    name: 'get_dossier',
    title: 'Get a dossier',
    description:
      'The whole dossier of a completed run as a file for the user, in PDF or Markdown. To reason about a run, call get_findings, which is much shorter. Free.',
    inputSchema: { runId, format: z.enum(['pdf', 'md']).default('pdf') },
    outputSchema: z.looseObject({ runId: z.string(), uri: z.string(), mimeType: z.string(), bytes: z.number() }),
    annotations: READS,
    run: async ({ runId: id, format }, { signal }) => {
      const resource = await read(noi, id, format, signal);
      const { uri, mimeType } = resource;
      const bytes = 'blob' in resource ? Buffer.byteLength(resource.blob, 'base64') : Buffer.byteLength(resource.text);
      const said = answer({ runId: id, uri, mimeType, bytes }, `Dossier of ${id}, ${mimeType}, ${bytes} bytes.`);
      said.content.push({ type: 'resource', resource, annotations: { audience: ['user'] } });
      return said;
    },
  });
}
