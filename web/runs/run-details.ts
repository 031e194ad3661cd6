import { isSampleProvider } from '../../domain/samples';
import { html, type Fragment, type Markup } from '../../platform/html';
import { formatMoney } from '../../platform/wording';
import { evidenceOf, type Run } from '../../store/runs/row';
import { localTime } from '../components/local-time';

const LABELS: Record<string, string> = {
  idea: 'Your idea',
  audience: 'Readers',
  geography: 'Country or region',
  operatorProfile: 'About you',
  expertise: 'What you know well',
  candidateCount: 'Ideas to research',
  language: 'Language of the findings',
};

/** What was asked, the owner's metadata, times and cost: for the owner only, folded away. */
export function runDetails(run: Run): Markup {
  const { id, createdAt, startedAt, completedAt, costMicros } = run;
  const input = Object.entries(run.input as unknown as Record<string, unknown>);
  const rows: [string, Fragment][] = [
    ...input.map(([name, value]): [string, Fragment] => [
      LABELS[name] ?? name,
      html`<span dir="auto" class="as-written">${Array.isArray(value) ? value.join(', ') : String(value)}</span>`,
    ]),
    ['Ordered', localTime(createdAt)],
    ['Started', startedAt && localTime(startedAt)],
    ['Ended', completedAt && localTime(completedAt)],
    isSampleProvider(run.provider) ? ['Sources', exampleWords(run)] : ['Quotations verified', evidenceWords(run)],
    ['Cost of the research', costMicros !== null && costWords(costMicros)],
    ['Run', html`<code>${id}</code>`],
    ['Your metadata', metadataView(run.metadata)],
  ];
  return html`<details class="panel">
    <summary>What you asked, and details</summary>
    <dl>
      ${rows.map(
        ([label, value]) =>
          value &&
          html`<dt>${label}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </details>`;
}

function metadataView(metadata: Run['metadata']): Fragment {
  const entries = Object.entries(metadata);
  return (
    entries.length > 0 &&
    html`<ul>
      ${entries.map(
        ([key, value]) =>
          html`<li>
            <code dir="auto">${key}</code>:
            <span dir="auto" class="as-written">${value === '' ? html`<span class="soft">empty</span>` : value}</span>
          </li>`,
      )}
    </ul>`
  );
}

function evidenceWords(run: Run): Fragment {
  const evidence = evidenceOf(run);
  return evidence && `${evidence.verified} of ${evidence.cited} were found word for word on the pages they cite`;
}

function exampleWords(run: Run): Fragment {
  const evidence = evidenceOf(run);
  return evidence && `${evidence.cited} example sources, not checked`;
}

function costWords(micros: number): string {
  return `${formatMoney({ amount: Math.ceil(micros / 10_000), currency: 'usd' })}, included in your credit`;
}
