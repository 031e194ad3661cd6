// Filters endpoints as you type. Without scripts, submitting the form filters them.
const input = document.getElementById('q');
const found = document.getElementById('found');

function select() {
  const asked = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const area of document.querySelectorAll('[data-area]')) {
    for (const entry of area.querySelectorAll('[data-words]')) {
      entry.hidden = !asked.every((word) => entry.dataset.words.includes(word));
    }
    const shown = area.querySelectorAll('[data-words]:not([hidden])').length;
    area.hidden = shown === 0;
    count += shown;
  }
  found.textContent = count === 1 ? '1 endpoint' : `${count} endpoints`;
}

input.addEventListener('input', select);

// Redirects old links such as #/runs/getRun.
const [, area, operation] = /^#\/([\w-]+)\/(\w+)$/.exec(location.hash) ?? [];
if (operation) location.replace(`/docs/${area}#${operation}`);
