// Shows times in the reader's time zone and reveals buttons that need a script, even in content added later.
const FORMS = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
};

function improve() {
  for (const time of document.querySelectorAll('time[data-local]')) {
    const form = FORMS[time.dataset.local] ?? FORMS.moment;
    const moment = new Date(time.dateTime);
    time.removeAttribute('data-local');
    time.title = time.textContent.trim();
    time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, form).format(moment);
  }
  for (const button of document.querySelectorAll('button[data-copy][hidden]')) button.hidden = false;
}

// Selects a tab in all groups with the same name.
function choose(name, label) {
  for (const tab of document.querySelectorAll(`[data-tabs="${name}"] > [role=tablist] > button`)) {
    const chosen = tab.textContent === label;
    tab.setAttribute('aria-selected', chosen);
    tab.tabIndex = chosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
}

function kept(name, value) {
  try {
    if (value) localStorage.setItem(`tab-${name}`, value);
    return localStorage.getItem(`tab-${name}`);
  } catch {
    return null; // Storage is disabled.
  }
}

for (const [group, tabs] of [...document.querySelectorAll('[data-tabs]')].entries()) {
  const name = tabs.dataset.tabs;
  const panels = [...tabs.children];
  const labels = panels.map((panel) => panel.dataset.tab);
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', name);
  panels.forEach((panel, place) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = labels[place];
    tab.id = `tab-${group}-${place}`;
    panel.id = `panel-${group}-${place}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    panel.querySelector('h3').className = 'visually-hidden';
    tab.addEventListener('click', () => choose(name, kept(name, labels[place]) ?? labels[place]));
    list.append(tab);
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...list.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.click();
    next.focus();
  });
  tabs.prepend(list);
  choose(name, labels.includes(kept(name)) ? kept(name) : labels[0]);
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(source);
    button.textContent = 'Press Ctrl+C';
  }
}

improve();
new MutationObserver(improve).observe(document.body, { childList: true, subtree: true });
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy]');
  if (button) void copy(button);
  // A click outside a menu closes it.
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of document.querySelectorAll('details.menu[open]')) menu.open = false;
});
