import type { Database } from '../../../prisma/client';
import type { Findings } from '../../findings/contract/findings';
import type { Portfolio } from '../../findings/contract/portfolio';
import { sampleFindings } from '../../findings/contract/sample-findings';
import type { RunKind } from '../../run-kinds/contract';
import { readDossierContent } from '../store/artifacts';
import { findSample } from '../store/samples';

/** The sample that visitors see. The page, PDF and JSON are all created from it, so that they show the same idea. */
export interface Sample {
  /** The run that an operator published; null for the shipped sample, which is invented and belongs to nobody. */
  runId: string | null;
  findings: Findings;
  portfolio: Portfolio | null;
}

/**
 * For each kind: the shipped sample, which is shown until a run is published, and the pages that show a published run.
 */
export const SAMPLES: Readonly<Record<RunKind, { shipped: Sample | null; shownAt: string }>> = {
  idea_check: {
    shipped: { runId: null, findings: sampleFindings, portfolio: null },
    shownAt: '/, /sample-dossier, its PDF, and GET /v1/runs/sample/findings',
  },
  custom_search: { shipped: null, shownAt: '/sample-portfolio, its PDF, its ranking and findings as JSON' },
};

const published = new Map<RunKind, Sample>();

/**
 * Reads the current sample of a kind; null if there is none. Call this for every request, so that a run disappears
 * when its account is erased. Returns the same object for the same run, because {@link ofSample} uses it as the cache
 * key.
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

/** {@link readSample} for the kind that has a shipped sample. */
export async function readDossierSample(db: Database): Promise<Sample> {
  return (await readSample(db, 'idea_check'))!;
}

/** Caches a value that is computed from a sample, as long as the sample is current. Failures are not cached. */
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
