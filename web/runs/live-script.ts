import { asset } from '../assets';

/**
 * Replaces the content of `data-live` by what the stream of events at that address sends, and reloads the page at its
 * end. Where there is no stream, such as behind a proxy that cuts it, the page is reloaded every few seconds.
 */
export const liveScript = asset(
  '/assets/live.js',
  'text/javascript; charset=utf-8',
  `const live = document.querySelector('[data-live]');
const spoken = document.querySelector('[data-live-status]');
if (live) {
  const again = () => location.reload();
  if (!window.EventSource) setTimeout(again, 5000);
  else {
    const source = new EventSource(live.dataset.live);
    source.addEventListener('progress', ({ data }) => {
      const { html, status } = JSON.parse(data);
      live.innerHTML = html;
      if (spoken && spoken.textContent !== status) spoken.textContent = status;
    });
    source.addEventListener('end', () => {
      source.close();
      again();
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(again, 5000);
    });
  }
}
`,
);
