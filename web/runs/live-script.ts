import { asset } from '../assets';

/**
 * Replaces the content of `data-live-progress` by what the stream of events at the address of `data-live` sends, and at its
 * end the content of `data-live` itself. Where there is no stream, such as behind a proxy that cuts it, the page is reloaded every few seconds.
 */
export const liveScript = asset(
  '/assets/live.js',
  `const live = document.querySelector('[data-live]');
const spoken = document.querySelector('[data-live-status]');
const say = (status) => {
  if (spoken && spoken.textContent !== status) spoken.textContent = status;
};
if (live) {
  const again = () => location.reload();
  if (!window.EventSource) setTimeout(again, 5000);
  else {
    const source = new EventSource(live.dataset.live);
    source.addEventListener('progress', ({ data }) => {
      const { html, status } = JSON.parse(data);
      const progress = live.querySelector('[data-live-progress]');
      if (progress) progress.innerHTML = html;
      say(status);
    });
    source.addEventListener('end', ({ data }) => {
      source.close();
      const { html, status } = JSON.parse(data);
      live.innerHTML = html;
      say(status);
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(again, 5000);
    });
  }
}
`,
);
