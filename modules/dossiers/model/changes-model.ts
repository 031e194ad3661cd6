import type { Changes } from '../../findings/contract/findings';
import { dimensionLabel, RECOMMENDATION_LABELS } from '../../findings/verdict-words';
import { formatDate } from './wording';

/** Changes since an earlier run: introduction, table and closing line. Null if there is no earlier run. Pure. */
export function changesModel(changes: Changes | undefined) {
  if (!changes) return null;
  const title = `What changed since ${formatDate(changes.generatedAt)}`;
  return { title, ...(changes.ideas ? ideasOf(changes.ideas) : researchOf(changes)) };
}

function researchOf({ verdict, scores = [], sources }: Changes) {
  const moved = scores.filter(({ before, after }) => before !== after);
  const rest = scores.length - moved.length;
  const pages = sources && [
    `${sources.new.length} new`,
    `${sources.kept.length} cited again`,
    `${sources.gone.length} no longer cited`,
  ];
  return {
    lead: verdict ? verdictWords(verdict) : '',
    caption: 'Scores that changed',
    columns: ['Score', 'Before', 'Now', 'Change'],
    rows: moved.map(({ dimension, before, after }) => ({
      head: dimensionLabel(dimension),
      cells: [`${before}`, `${after}`, after > before ? `+${after - before}` : `–${before - after}`],
    })),
    note: [
      rest === scores.length ? 'No score changed.' : rest > 0 && `The other scores are the same.`,
      pages && `Sources: ${pages.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

function verdictWords({ before, after }: NonNullable<Changes['verdict']>): string {
  const [was, is] = [before, after].map(({ recommendation }) => RECOMMENDATION_LABELS[recommendation]);
  if (was !== is) return `The verdict went from ${was} (${before.score} of 100) to ${is} (${after.score} of 100).`;
  const score =
    before.score === after.score ? `stays at ${after.score}` : `went from ${before.score} to ${after.score}`;
  return `The verdict is still ${is}. Its score ${score} of 100.`;
}

function ideasOf({ new: added, kept, dropped }: NonNullable<Changes['ideas']>) {
  const ranked = [
    ...kept.map(({ title, before, after }) => ({ title, before: `${before}`, after })),
    ...added.map(({ title, rank }) => ({ title, before: 'New', after: rank })),
  ].sort((a, b) => a.after - b.after);
  return {
    lead: `Ideas: ${added.length} new, ${kept.length} ranked again, ${dropped.length} no longer ranked.`,
    caption: 'Ranks before and now',
    columns: ['Idea', 'Before', 'Now'],
    rows: [
      ...ranked.map(({ title, before, after }) => ({ head: title, cells: [before, `${after}`] })),
      ...dropped.map(({ title, rank }) => ({ head: title, cells: [`${rank}`, 'Not ranked'] })),
    ],
    note: '',
  };
}
