import { asset } from './page';

/**
 * The one style sheet of all pages, by hand: one column at 360 px, cards from 700 px, light and dark by the reader's system.
 * Colours are checked for contrast in both (WCAG 2.2, 1.4.3).
 */
export const styleSheet = asset(
  '/assets/site.css',
  'text/css; charset=utf-8',
  `:root{color-scheme:light dark;--ground:#f6f7f9;--card:#fff;--ink:#17202e;--soft:#566072;--line:#dde1e7;--accent:#2f4b8f;
--on-accent:#fff;--tint:#e9eef9;--good:#1c6b45;--good-tint:#e3f4ea;--warn:#7a4b00;--warn-tint:#fff1d6;--bad:#9c2118;--bad-tint:#fdeae8}
@media(prefers-color-scheme:dark){:root{--ground:#11151c;--card:#1a202a;--ink:#eef1f6;--soft:#a7b1c2;--line:#333c4a;--accent:#a4bbff;
--on-accent:#0e1a3a;--tint:#222d45;--good:#8fdcb0;--good-tint:#15352a;--warn:#ffd28a;--warn-tint:#3a2c10;--bad:#ffb4ab;--bad-tint:#431c19}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);
font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:1}
header{background:var(--card);border-bottom:1px solid var(--line)}
nav{max-width:68rem;margin:0 auto;padding:.9rem 1.25rem;display:flex;flex-wrap:wrap;gap:.4rem 1.15rem;align-items:baseline}
nav a{color:var(--ink);text-decoration:none;font-size:.95rem}nav a:hover{text-decoration:underline}
nav .brand{font-weight:650;color:var(--accent);margin-right:auto}
main{flex:1;width:100%;max-width:68rem;margin:0 auto;padding:2rem 1.25rem 3rem}
footer{border-top:1px solid var(--line);color:var(--soft);font-size:.85rem}
footer p{max-width:68rem;margin:0 auto;padding:1rem 1.25rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .75rem;font-weight:680;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.2rem;line-height:1.3;margin:2rem 0 .5rem}h3{font-size:1.05rem;line-height:1.35;margin:0 0 .4rem}
p{margin:0 0 1rem}.lead{font-size:1.1rem;color:var(--soft);max-width:44rem}.soft{color:var(--soft);font-size:.9rem}
.eyebrow{margin:0 0 .35rem;color:var(--soft);font-size:.85rem;font-weight:600}
a{color:var(--accent)}code,pre{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow-x:auto}
.narrow{max-width:34rem;margin:0 auto}
.cards{list-style:none;margin:1.5rem 0;padding:0;display:grid;gap:1rem}
@media(min-width:700px){.cards{grid-template-columns:1fr 1fr}}@media(min-width:1000px){.cards{grid-template-columns:1fr 1fr 1fr}}
.card{display:flex;flex-direction:column;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem}
.card h2{margin-top:0}.card p{font-size:.95rem}form>.soft:last-child{margin:.75rem 0 0}.card .foot{margin:auto 0 0;display:flex;justify-content:space-between;align-items:baseline;gap:1rem}
.price{font-weight:650;font-variant-numeric:tabular-nums}
.tags{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 .75rem;padding:0;list-style:none}
.tag{display:inline-block;border-radius:99px;padding:.1rem .65rem;font-size:.8rem;background:var(--tint);color:var(--accent)}
.tag.good{background:var(--good-tint);color:var(--good)}.tag.warn{background:var(--warn-tint);color:var(--warn)}
.tag.bad{background:var(--bad-tint);color:var(--bad)}
.panel{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.5rem;margin:1.5rem 0}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.4rem 1.25rem;margin:0 0 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-size:.95rem}th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
label{display:block;font-weight:600;margin:0 0 .3rem}.hint{display:block;font-weight:400;color:var(--soft);font-size:.9rem}
input:not([type=checkbox],[type=radio],[type=hidden]),textarea,select{width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--soft);
border-radius:8px;padding:.6rem .75rem;margin:0 0 1rem}
.check{display:flex;gap:.75rem;align-items:flex-start;font-weight:400;margin:0 0 1rem;padding:.75rem;border:1px solid var(--line);border-radius:8px}
.check input{margin:.3rem 0 0;width:1.1rem;height:1.1rem;flex:none;accent-color:var(--accent)}
fieldset{border:0;margin:0 0 1rem;padding:0}legend{font-weight:600;padding:0;margin:0 0 .5rem}
button,.button{display:inline-block;min-height:44px;font:inherit;font-weight:650;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);
border-radius:8px;padding:.55rem 1.25rem;cursor:pointer;text-decoration:none}
button.quiet,.button.quiet{background:transparent;color:var(--accent)}button.wide,.button.wide{width:100%;text-align:center}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.notice{border-radius:8px;padding:.75rem 1rem;margin:0 0 1.25rem;background:var(--tint);color:var(--ink)}
.notice.good{background:var(--good-tint)}.notice.warn{background:var(--warn-tint)}.notice.bad,.errors{background:var(--bad-tint);color:var(--bad)}
.errors{border-radius:8px;padding:.75rem 1rem .75rem 2rem;margin:0 0 1.25rem}
.panel h2,.card h2{margin-top:0}.checks{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.5rem}.checks .check{margin:0}
.forms{margin-top:auto;display:flex;flex-wrap:wrap;gap:.75rem;align-items:flex-end;justify-content:space-between}.forms select{margin-bottom:.5rem}
.scroll{overflow-x:auto}blockquote{margin:0 0 1rem;padding-left:1rem;border-left:3px solid var(--line);overflow-wrap:anywhere}
@media(max-width:460px){h1{font-size:1.55rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}}
`,
);
