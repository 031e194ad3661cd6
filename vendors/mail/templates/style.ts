import { Markup } from '../../../base/html';

/** Light mode colors of the site (web/style.ts). In dark mode, the classes in {@link headStyle} override them. */
const COLORS = {
  ground: '#f7f6f2',
  card: '#ffffff',
  ink: '#16202f',
  soft: '#566070',
  line: '#e1ded5',
  track: '#efede6',
  accent: '#2f4b8f',
};

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
// Fallbacks for the site's serif font, which emails do not embed.
const SERIF = "'Iowan Old Style',Palatino,Georgia,serif";
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';

/** Inline styles, because many mail clients drop all others. */
export const STYLE = {
  ground: `margin:0;padding:0;background-color:${COLORS.ground}`,
  hidden: `display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px`,
  card: `max-width:600px;background-color:${COLORS.card};border:1px solid ${COLORS.line};border-radius:12px`,
  head: `padding:22px 36px 0;font-family:${FONT}`,
  mark: `width:28px;height:28px;background-color:${COLORS.accent};border-radius:7px`,
  markLine: 'height:3px;background-color:#ffffff;border-radius:2px;font-size:0;line-height:3px',
  markGap: 'height:3px;font-size:0;line-height:3px',
  brand: `padding-left:10px;font-family:${SERIF};font-size:15px;line-height:1.3;font-weight:600;color:${COLORS.ink}`,
  body: `padding:26px 36px 12px;font-family:${FONT}`,
  foot: `padding:18px 36px 26px;border-top:1px solid ${COLORS.line};font-family:${FONT}`,
  heading: `margin:0 0 16px;font-family:${SERIF};font-size:24px;line-height:1.25;font-weight:600;letter-spacing:-0.01em;color:${COLORS.ink};${WRAP}`,
  section: `margin:28px 0 12px;font-size:16px;line-height:1.35;font-weight:650;color:${COLORS.ink}`,
  paragraph: `margin:0 0 16px;font-size:16px;line-height:1.55;color:${COLORS.ink};${WRAP}`,
  note: `margin:0 0 12px;font-size:13px;line-height:1.55;color:${COLORS.soft};${WRAP}`,
  quotation: `margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid ${COLORS.line};font-size:16px;line-height:1.5;color:${COLORS.soft};${WRAP}`,
  message: `margin:0 0 20px;font:inherit;font-size:16px;line-height:1.5;color:${COLORS.ink};white-space:pre-wrap;${WRAP}`,
  button: `background-color:${COLORS.accent};border-radius:8px;text-align:center`,
  buttonLink: `display:inline-block;padding:13px 26px;font-family:${FONT};font-size:16px;line-height:1.25;font-weight:650;color:#ffffff;text-decoration:none`,
  link: `color:${COLORS.accent};text-decoration:underline`,
  code: `font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:0.92em;${WRAP}`,
  rows: 'margin:0 0 20px;border-collapse:collapse',
  label: `padding:9px 16px 9px 0;border-bottom:1px solid ${COLORS.line};font-size:14px;line-height:1.5;color:${COLORS.soft};vertical-align:top`,
  value: `padding:9px 0;border-bottom:1px solid ${COLORS.line};font-size:15px;line-height:1.45;color:${COLORS.ink};vertical-align:top;${WRAP}`,
  barLabel: `padding:5px 12px 5px 0;font-size:14px;line-height:1.4;color:${COLORS.ink}`,
  barNumber: `padding:5px 0 5px 12px;font-size:14px;line-height:1.4;font-weight:650;color:${COLORS.ink};text-align:right`,
  item: `padding:8px 12px 4px 0;font-size:15px;line-height:1.4;color:${COLORS.ink};${WRAP}`,
  itemNumber: `padding:8px 0 4px;font-size:15px;line-height:1.4;font-weight:650;color:${COLORS.ink};text-align:right;vertical-align:top`,
  track: `background-color:${COLORS.track};border-radius:4px`,
  filled: `height:8px;background-color:${COLORS.accent};border-radius:4px;font-size:0;line-height:8px`,
  empty: 'height:8px;font-size:0;line-height:8px',
} as const;

/** Colors by how good a result is. `plain` is neutral. */
export const TONES = {
  good: { ink: '#1a6a45', fill: '#e2f3e9' },
  mid: { ink: '#7a4b00', fill: '#fdf0d5' },
  bad: { ink: '#9c2118', fill: '#fce8e5' },
  plain: { ink: '#2f4b8f', fill: '#e9eef9' },
} as const;
export type Tone = keyof typeof TONES;

/** Styles for dark mode, and less padding on phones. Clients that drop this style sheet show the light mode. */
export const headStyle = new Markup(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.pad{padding-left:20px !important;padding-right:20px !important}}
@media (prefers-color-scheme:dark){
.ground{background-color:#0f141b !important}
.card{background-color:#171e28 !important;border-color:#2b3543 !important}
.rule{border-color:#2b3543 !important}
.ink{color:#e9edf3 !important}
.soft{color:#a7b2c2 !important}
.link{color:#a4bbff !important}
.track{background-color:#2b3543 !important}
.filled,.mark,.button{background-color:#a4bbff !important}
.mark-line{background-color:#0e1a3a !important}
.button-link{color:#0e1a3a !important}
.good{background-color:#15352a !important}.good-ink{color:#8fdcb0 !important}
.mid{background-color:#3a2c10 !important}.mid-ink{color:#ffd28a !important}
.bad{background-color:#431c19 !important}.bad-ink{color:#ffb4ab !important}
.plain{background-color:#202b43 !important}.plain-ink{color:#a4bbff !important}
}
</style>`);
