import { asset } from '../page';

/** Makes buttons with `data-copy` copy the text of the element that they name; without the script they stay hidden. */
export const copyScript = asset(
  '/assets/copy.js',
  'text/javascript; charset=utf-8',
  `for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = 'Press Ctrl+C';
    }
  });
}
`,
);
