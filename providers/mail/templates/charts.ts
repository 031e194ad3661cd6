import { shownScore } from '../../../domain/ranking';
import { html, type Markup } from '../../../platform/html';
import type { Block } from './blocks';
import { STYLE, TONES, type Tone } from './style';

/** Result at a glance: a number of 100, its headline and what it means. */
export function result(shown: { tone: Tone; number: string; headline: string; meaning: string }): Block {
  const { tone, number, headline, meaning } = shown;
  const { ink, fill } = TONES[tone];
  return {
    html: html`<table
      role="presentation"
      class="${tone}"
      cellpadding="0"
      cellspacing="0"
      border="0"
      width="100%"
      style="margin:0 0 20px;background-color:${fill};border-radius:10px"
    >
      <tr>
        <td class="${tone}-ink" align="center" width="84" style="padding:18px 0 18px 18px;color:${ink}">
          <span style="font-size:34px;line-height:1;font-weight:700">${number}</span><br />
          <span style="font-size:12px;line-height:1.6">of 100</span>
        </td>
        <td style="padding:18px 20px">
          <strong class="${tone}-ink" style="font-size:18px;line-height:1.35;color:${ink}">${headline}</strong><br />
          <span class="ink" style="font-size:15px;line-height:1.5;color:#16202f">${meaning}</span>
        </td>
      </tr>
    </table>`,
    text: `${headline}, ${number} of 100\n${meaning}`,
  };
}

/** Scores from 0 to 100 as bars; text mails get the numbers. */
export function scores(rows: readonly { label: string; score: number }[]): Block {
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="${STYLE.rows}">
      ${rows.map(
        ({ label, score }) =>
          html`<tr>
            <td class="ink" width="38%" style="${STYLE.barLabel}">${label}</td>
            <td style="padding:5px 0">${bar(score)}</td>
            <td class="ink" width="44" style="${STYLE.barNumber}">${score}</td>
          </tr>`,
      )}
    </table>`,
    text: rows.map(({ label, score }) => `${String(score).padStart(5)}  ${label}`).join('\n'),
  };
}

/** Ranked items, `first` and following, each with its score, a decimal always, and a bar below. */
export function ranking(rows: readonly { title: string; score: number }[], first: number): Block {
  const items = rows.map(({ title, score }, i) => ({
    name: `${first + i}. ${title}`,
    score,
    shown: shownScore(score),
  }));
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="${STYLE.rows}">
      ${items.map(
        ({ name, score, shown }) =>
          html`<tr>
              <td class="ink" style="${STYLE.item}">${name}</td>
              <td class="ink" width="44" style="${STYLE.itemNumber}">${shown}</td>
            </tr>
            <tr>
              <td colspan="2" style="padding:0 0 8px">${bar(score)}</td>
            </tr>`,
      )}
    </table>`,
    text: items.map(({ name, shown }) => `${shown.padStart(5)}  ${name}`).join('\n'),
  };
}

function bar(score: number): Markup {
  const filled = Math.min(100, Math.max(0, Math.round(score)));
  return html`<table
    role="presentation"
    class="track"
    cellpadding="0"
    cellspacing="0"
    border="0"
    width="100%"
    style="${STYLE.track}"
  >
    <tr>
      ${filled > 0 && html`<td class="filled" width="${filled}%" style="${STYLE.filled}">&nbsp;</td>`}
      ${filled < 100 && html`<td width="${100 - filled}%" style="${STYLE.empty}">&nbsp;</td>`}
    </tr>
  </table>`;
}
