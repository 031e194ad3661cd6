import type { Database } from '../../../prisma/client';
import type { Findings } from '../../findings/contract/findings';
import type { Portfolio } from '../../findings/contract/portfolio';
import { sampleFindings } from '../../findings/contract/sample-findings';
import type { RunKind } from '../../run-kinds/contract';
import { readDossierContent } from '../store/artifacts';
import { findSample } from '../store/samples';

/** What visitors read before they buy: page, PDF and JSON are all made of it, so that they are of one idea. */
export interface Sample {
  /** The run that an operator published; null for what is shipped, which is invented and nobody's opportunity. */
  runId: string | null;
  findings: Findings;
  portfolio: Portfolio | null;
}

/** Samples by kind: what is shown while nothing is published, and where visitors see a published run. */
export const SAMPLES: Readonly<Record<RunKind, { shipped: Sample | null; shownAt: string }>> = {
  idea_check: {
    shipped: { runId: null, findings: sampleFindings, portfolio: null },
    shownAt: '/, /sample-dossier, its PDF, and GET /v1/runs/sample/findings',
  },
  custom_search: { shipped: null, shownAt: '/sample-portfolio, its PDF, its ranking and findings as JSON' },
};

const published = new Map<RunKind, Sample>();

/**
 * The sample of a kind as it is now, null where there is none. It is asked for at each request, so that a run whose
 * account is erased is shown no longer; while it is the same run, it is the same object, by which documents are kept.
 */
export async function readSample(db: Database, kind: RunKind): Promise<Sample | null> {
  const runId = await findSample(db, kind);
  const known = published.get(kind);
  if (runId !== null && known?.runId === runId) return known;
  published.delete(kind);
  const content = runId && (await readDossierContent(db, runId));
  if (!content) return SAMPLES[kind].shipped;
  const sample = { runId, ...content };
  published.set(kind, sample);
  return sample;
}

/** {@link readSample} of a kind of which one is shipped. */
export async function readDossierSample(db: Database): Promise<Sample> {
  return (await readSample(db, 'idea_check'))!;
}

/** Makes something of a sample once, and forgets it with the sample. One that fails is made again. */
export function ofSample<T>(make: (sample: Sample) => Promise<T>): (sample: Sample) => Promise<T> {
  const made = new WeakMap<Sample, Promise<T>>();
  return (sample) => {
    const known = made.get(sample);
    if (known) return known;
    const making = make(sample).catch((error: unknown) => {
      made.delete(sample);
      throw error;
    });
    made.set(sample, making);
    return making;
  };
}
