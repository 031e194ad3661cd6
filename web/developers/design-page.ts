import { html, type Markup } from '../../base/html';
import { codeBlock, copyButton } from '../components/code';
import { badge, badges, cards, dataTable, localTime, progressBar, stages, stats } from '../components/data';
import { confirmAction, checkField, selectField, textArea, textField } from '../components/form';
import { crumbs, emptyState, notice, pageHead, pagination, withSideNavigation } from '../components/frame';
import { scoreRing } from '../components/verdict';
import { layout } from '../layout';
import { page, show } from '../page';
import { COLORS, MEASURES } from '../style';

/** Style guide with every token and component, for page authors. It is not linked or indexed. */
export const designPage = page({
  method: 'GET',
  path: '/developers/design',

  handle: () =>
    show(
      layout({
        title: 'Design',
        section: '/developers',
        body: html`${pageHead({
          above: crumbs([{ href: '/developers', label: 'Developers' }]),
          title: 'Design of the pages',
          lead: 'All tokens and components of the pages.',
        })}
        ${colors()} ${type()} ${labels()} ${lists()} ${forms()} ${work()} ${navigation()}`,
      }),
    ),
});

function colors(): Markup {
  return html`<h2>Colors</h2>
    <p>One accent color. The other colors repeat what the words say.</p>
    <ul class="swatches">
      ${Object.entries(COLORS).map(
        ([name, { light, dark }]) =>
          html`<li>
            <svg viewBox="0 0 4 2" preserveAspectRatio="none" aria-hidden="true">
              <rect width="2" height="2" fill="${light}" />
              <rect x="2" width="2" height="2" fill="${dark}" />
            </svg>
            <code>--${name}</code>
          </li>`,
      )}
    </ul>`;
}

function type(): Markup {
  return html`<h2>Type and measures</h2>
    <p class="as-heading">A heading of a page, in Source Serif</p>
    <p class="lead">A lead says in one sentence what the page is for.</p>
    <p>
      Text is set in Source Sans at 17 pixels. <a href="#text">A link</a>, <code>code</code>, <strong>weight</strong>.
    </p>
    <p class="soft">Soft text is for details that a reader can skip.</p>
    ${dataTable(
      'Measures',
      ['Token', 'Value'],
      Object.entries(MEASURES).map(([name, value]) => [html`<code>--${name}</code>`, value]),
    )}`;
}

function labels(): Markup {
  return html`<h2>Badges, notices, figures</h2>
    <p>
      ${badge('Accent')} ${badge('Plain', 'plain')} ${badge('Completed', 'good')} ${badge('Waiting', 'warn')}
      ${badge('Failed', 'bad')}
    </p>
    ${notice(html`<p>This is good to know here.</p>`)} ${notice(html`<p>Something went well.</p>`, 'good')}
    ${notice(html`<p>Check this before you continue.</p>`, 'warn')}
    <div class="notice bad"><p>Something failed. This is what to do.</p></div>
    ${stats([
      { label: 'Credits', figure: '3', note: 'Two Idea Checks, one Custom Search' },
      { label: 'Runs this month', figure: '12' },
      { label: 'Spent', figure: '$1,499.00' },
    ])}`;
}

function lists(): Markup {
  return html`<h2>Cards, tables, empty lists</h2>
    ${cards(
      [
        {
          title: 'A card that leads on',
          href: '#card',
          top: badges('State', [{ text: 'Score 91' }, { text: 'Reserved', tone: 'warn' }]),
          body: html`<p>The whole card is the target of the link; its title is not underlined.</p>`,
          foot: html`<span class="soft">Germany</span><span class="price">$599.00</span>`,
        },
        { title: 'A card with a score', top: scoreRing(84), body: html`<p>Scores are rings of 0 to 100.</p>` },
        { title: 'A card without a link', body: html`<p>It has no shadow.</p>` },
      ],
      3,
    )}
    ${dataTable(
      'Runs',
      ['Title', 'Status', 'Started', { label: 'Cost', figure: true }],
      [
        ['Heat pumps for old houses', badge('Completed', 'good'), localTime(SOME_DAY), '$4.18'],
        ['Weekly briefing for school kitchens', badge('Researching'), localTime(SOME_DAY), '$1.02'],
      ],
    )}
    ${pagination({ previous: '#newer', next: '#older' })}
    ${emptyState({
      title: 'No runs yet',
      text: 'A run researches one idea and ends with a dossier.',
      action: { href: '#start', label: 'Start an Idea Check' },
    })}`;
}

function forms(): Markup {
  return html`<h2>Forms</h2>
    <form class="panel">
      ${textField({ name: 'title', label: 'Name', hint: 'To tell keys apart.', required: true })}
      ${textField({
        name: 'mail',
        label: 'Email address',
        type: 'email',
        value: 'nobody@nowhere',
        error: 'Enter a valid email address.',
      })}
      ${textArea({ name: 'idea', label: 'Your idea', hint: '10 to 2,000 characters.', rows: 3 })}
      ${selectField({
        name: 'language',
        label: 'Language',
        value: 'de',
        options: [
          { value: 'en', label: 'English' },
          { value: 'de', label: 'German' },
        ],
      })}
      ${checkField({ name: 'consent', label: 'I agree to what this sentence says.' })}
      <div class="actions">
        <button type="button">Save</button><button class="quiet" type="button">Cancel</button
        ><button class="danger" type="button">Delete</button>
      </div>
    </form>
    ${confirmAction(
      'Revoke',
      html`<form>
        <p>Programs that use the key stop working.</p>
        <button class="danger" type="button">Revoke the key</button>
      </form>`,
    )}
    <p><code id="secret-sample">noi_test_sample</code></p>
    <p>${copyButton('secret-sample', 'Copy key')}</p>
    ${codeBlock('code-sample', 'curl -sS "https://api.example.com/health" # Alive?', 'sh')}`;
}

function work(): Markup {
  return html`<h2>Work under way</h2>
    ${progressBar('progress-sample', { label: 'Candidates researched', done: 3, total: 8 })}
    ${stages('Stages of the run', ['Queued', 'Researching', 'Validating', 'Rendering'], 1)}`;
}

function navigation(): Markup {
  const entries = [
    { href: '#overview', label: 'Overview' },
    { href: '#runs', label: 'Runs' },
    { href: '#keys', label: 'API keys' },
  ];
  return html`<h2>Side navigation</h2>
    ${withSideNavigation({ label: 'Sample', entries, current: '#runs' }, html`<p>The content is next to it.</p>`)}`;
}

const SOME_DAY = new Date('2026-11-22T04:46:00Z');
