import { html } from '../../base/html';
import type { ComponentState } from '../../modules/operations/contract';
import { badge, dataTable, localTime, type Tone } from '../components/data';
import { notice } from '../components/frame';
import { layout } from '../layout';
import { page, show } from '../page';

const STATES: Readonly<Record<ComponentState, { label: string; tone: Tone }>> = {
  working: { label: 'Working', tone: 'good' },
  delayed: { label: 'Delayed', tone: 'warn' },
  impaired: { label: 'Impaired', tone: 'warn' },
  down: { label: 'Down', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'plain' },
};

/** Public status of the service and its parts. The page itself does not depend on these parts. */
export const statusPage = page({
  method: 'GET',
  path: '/status',

  async handle({ deps }) {
    const { status, summary, components, checkedAt, ...versions } = await deps.status.read();
    const { label } = STATES[status];
    return show(
      layout({
        title: 'Status',
        body: html`<h1>Status</h1>
          ${notice(html`<p>${status === 'working' ? html`<strong>${summary}</strong>` : html`<strong>${label}.</strong> ${summary}`}</p>`, status === 'working' ? 'good' : 'warn')}
          ${dataTable(
            'Parts of the service',
            ['Part', 'Status', 'Details', 'Last checked'],
            components.map((component) => {
              const state = STATES[component.status];
              return [
                component.label,
                badge(state.label, state.tone),
                component.summary,
                component.lastSeenAt ? localTime(new Date(component.lastSeenAt)) : 'Not yet',
              ];
            }),
          )}
          <p class="soft">
            Checked ${localTime(new Date(checkedAt))}. API ${versions.apiVersion}, service ${versions.serviceVersion},
            findings ${versions.findingsSchemaVersion}. Also as JSON at
            <a href="/v1/status"><code>/v1/status</code></a> and <a href="/health"><code>/health</code></a
            >.
          </p>
          <p>Is something else not working? <a href="/support">Tell us</a>.</p>`,
      }),
    );
  },
});
