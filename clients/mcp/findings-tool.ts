import { z } from 'zod';
import type { Client } from '../typescript/src/index';
import { answer, refused } from './answers';
import { DIMENSIONS, NoSuchPart, partOf, PARTS, type Part } from './findings-parts';
import { READS, runId, tool, type Tool } from './tool';

const WHAT: Record<Part, string> = {
  summary: 'verdict, scores and counts; of a search the ranking too (default)',
  candidate: 'verdict, risks, next steps, competitors and audience of one idea',
  dimension: 'the reasons for one score with its evidence, or for all without',
  evidence: 'quotations with their sources, page by page',
  economics: 'assumptions and the first twelve months in three cases',
};

/** Tool that reads findings in parts that fit a model. */
export function findingsTool(noi: Client): Tool {
  const parts = PARTS.map((part) => `${part}: ${WHAT[part]}`).join('; ');
  return tool({
    name: 'get_findings',
    title: 'Get findings',
    description: `Findings of a completed run, a part at a time. ${parts}. Of a search, all parts but the summary need a candidateId. The whole dossier is the resource noi://runs/{runId}/dossier. Costs nothing.`,
    inputSchema: {
      runId,
      part: z.enum(PARTS).default('summary'),
      candidateId: z.string().optional().describe('Of a search: as the ranking names it.'),
      dimension: z.enum(DIMENSIONS).optional().describe('For dimension and evidence.'),
      cursor: z.number().int().min(0).optional().describe('For evidence: nextCursor of the part before.'),
    },
    outputSchema: z.looseObject({ runId: z.string(), kind: z.string(), part: z.enum(PARTS) }),
    annotations: READS,
    run: async ({ runId: id, ...asked }, { signal }) => {
      const run = await noi.runs.get(id, { signal });
      const findings = await run.findings({ signal });
      const needsRanking = asked.part === 'summary' && run.links.portfolio !== null;
      const portfolio = needsRanking ? await run.portfolio({ signal }) : null;
      try {
        const { recommendation, score } = findings.verdict;
        const note = `${asked.part} of ${id}; verdict ${recommendation}, score ${score} of 100.`;
        return answer(partOf(findings, portfolio, asked), note);
      } catch (error) {
        if (!(error instanceof NoSuchPart)) throw error;
        return refused(error.message);
      }
    },
  });
}
