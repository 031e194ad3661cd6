import { Markup } from '../../../base/html';

/** CSS of the HTML dossier: light, dark, print, widths from 320 px. The text is constant, so it needs no escaping. */
export const STYLE = new Markup(`
:root{color-scheme:light dark;--paper:#fff;--ground:#f4f5f7;--ink:#17202e;--soft:#586374;--line:#dde1e7;--track:#e6e9ee;
--accent:#2f4b8f;--accent-soft:#eef2fb;--good:#1a7046;--good-soft:#e7f4ec;--mid:#8a5a00;--mid-soft:#fdf3dd;--bad:#a92a1e;--bad-soft:#fdecea;
--serif:"Source Serif 4 Display","Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;
--sans:"Source Sans 3",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif}
@media screen and (prefers-color-scheme:dark){:root{--paper:#161b24;--ground:#0e1218;--ink:#e8ebf0;--soft:#a2adbd;--line:#2c3442;--track:#2a3240;
--accent:#8fadf5;--accent-soft:#1d2740;--good:#6fcf9b;--good-soft:#14301f;--mid:#eab94f;--mid-soft:#33270d;--bad:#f2918a;--bad-soft:#3a1a18}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.55 var(--sans);overflow-wrap:anywhere}
main,.foot{max-width:920px;margin:0 auto;padding:0 28px}
main{background:var(--paper);padding-top:44px;padding-bottom:28px}
.toc{position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:14px;padding:8px 18px;background:var(--paper);border-bottom:1px solid var(--line);font-size:.88rem}
.toc ol{display:flex;gap:4px 18px;margin:0;padding:4px 0;list-style:none;overflow-x:auto;white-space:nowrap;scrollbar-width:none}
.toc a{display:block;padding:6px 0;color:var(--soft);text-decoration:none}.toc a:hover{color:var(--accent);text-decoration:underline}
.standing{flex:none;display:flex;gap:.45em;align-items:baseline;padding:3px 12px;border-radius:99px;background:var(--tone-soft);color:var(--tone);font-weight:600}
.standing b{font:600 1.15rem/1.3 var(--serif)}
section[id]{scroll-margin-top:64px}.folded{scroll-margin-top:118px}
details>summary{cursor:pointer;font-weight:600;padding:8px 0}details>summary .soft{font-weight:400}
.fold>summary{display:flex;align-items:center;justify-content:space-between;gap:14px;list-style:none;padding:0}.fold>summary::-webkit-details-marker{display:none}
.fold>summary::after{content:"";flex:none;width:9px;height:9px;margin-right:4px;border:solid var(--accent);border-width:0 2px 2px 0;transform:rotate(45deg)}
.fold[open]>summary::after{transform:rotate(225deg)}
@media screen and (min-width:701px){.fold>summary{pointer-events:none}.fold>summary::after{display:none}.fold::details-content{content-visibility:visible;block-size:auto}}
@media screen and (min-width:1160px){.sheet{display:grid;grid-template-columns:230px minmax(0,920px);justify-content:center;align-items:start}.sheet>main{margin:0}
.toc{flex-direction:column;align-items:flex-start;max-height:100vh;padding:44px 22px 22px 0;background:none;border:0}.toc ol{display:block;width:100%;overflow:auto;white-space:normal;padding:0}.toc a{padding:5px 0;line-height:1.35}section[id]{scroll-margin-top:24px}.folded{scroll-margin-top:72px}}
h1,h2,h3,p,dl,dd,ul,ol,table,figure{margin:0}
h1{font:600 clamp(1.65rem,1.1rem + 2.2vw,2.5rem)/1.2 var(--serif);letter-spacing:-.01em;text-wrap:balance}
h2{font:600 1.45rem/1.25 var(--serif);margin-bottom:18px}
h3,h4{font-size:1rem;line-height:1.4;font-weight:600;margin:0}
.sub{margin:28px 0 12px}
section{padding-top:30px;margin-top:34px;border-top:1px solid var(--line)}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.soft,.meta,.lead{color:var(--soft)}
.lead{margin:-10px 0 18px;max-width:64ch}
.eyebrow{font-size:.8rem;letter-spacing:.09em;text-transform:uppercase;color:var(--soft);margin-bottom:14px}
.purpose{margin-top:12px;color:var(--soft);font-size:1.06rem}
.eyebrow b{color:var(--accent)}
.banner{background:var(--mid-soft);color:var(--mid);border-left:4px solid;padding:10px 16px;margin-bottom:26px;font-weight:600}
.prose{white-space:pre-line}
.prose+.prose{margin-top:.8em}
.meta{display:flex;flex-wrap:wrap;gap:4px 28px;margin-top:18px;font-size:.9rem}
.meta div{display:flex;gap:.5em}
.meta dt{flex:none}
.meta dd{color:var(--ink)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:18px 0}
.figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end;border:1px solid var(--line);border-radius:12px;padding:12px 16px}
.figures dd{font:600 1.3rem/1.25 var(--serif);font-variant-numeric:tabular-nums}
.figures dt{color:var(--soft);font-size:.85rem;line-height:1.35;margin-top:2px}
.sides{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px 36px;margin:20px 0;font-size:.95rem}
.sides ul,.card ul,.calendar ul{padding-left:1.1em;margin-top:6px}.sides li+li,.card li+li,.calendar li+li{margin-top:6px}
.first-step{padding:12px 16px;border-left:3px solid var(--accent);background:var(--accent-soft)}
.mark{display:inline-block;min-width:1.55em;height:1.55em;border-radius:99px;background:var(--accent);color:var(--paper);font:600 .78rem/1.55em var(--sans);text-align:center;padding:0 .3em;vertical-align:.12em}
.figure{font-variant-numeric:tabular-nums;white-space:nowrap}
.grade{margin:24px 0 14px;padding-bottom:6px;border-bottom:2px solid var(--line)}.grade .soft{font-weight:400;font-size:.9rem}
.calendar{list-style:none;padding:0}.calendar>li{display:grid;grid-template-columns:130px 1fr;gap:4px 22px;padding:14px 0;border-top:1px solid var(--line);break-inside:avoid}
.calendar>li:first-child{border-top:0;padding-top:0}.calendar .days{color:var(--accent);font-weight:600}.calendar ul{color:var(--soft);font-size:.95rem}
.close{padding-inline-start:2em;font-size:.93rem}.close li{padding:5px 0}.close li::marker{color:var(--accent);font-weight:600}.close q,.close i{color:var(--soft);font-style:normal}.close q{unicode-bidi:plaintext}.close b{color:var(--tone);font-weight:400}
.cases td{text-align:end}.cases thead th:not(:first-child){text-align:end}.cases td:nth-child(5),.cases thead th:nth-child(5){text-align:start;white-space:normal;color:var(--soft);font-size:.9rem}
.cases td,.cases th[scope=row]{padding-top:7px;padding-bottom:7px}.cases th[scope=row]{width:26%;font-weight:400}.hinges td:nth-child(5),.hinges thead th:nth-child(5){text-align:end;color:inherit;font-size:inherit}.sizing th[scope=row]{width:56%}.sizing td:nth-child(2),.sizing thead th:nth-child(2){text-align:end;padding-right:22px}
.verdict{display:grid;grid-template-columns:148px 1fr;gap:28px;margin-top:4px;padding:26px;border-radius:14px;border:1px solid;background:var(--tone-soft);border-color:color-mix(in srgb,var(--tone) 28%,transparent)}
.verdict .call{display:flex;flex-wrap:wrap;align-items:center;gap:6px 14px;margin-bottom:10px}
.verdict .ring svg{width:148px;height:148px;display:block}
.chart svg{width:100%;height:auto;display:block}
.beside{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:24px;align-items:start}
.chart.narrow{max-width:480px;margin-bottom:22px}.chart.wide{max-width:700px;margin-bottom:22px}.beside .chart.narrow{margin:0}
.tone-good{--tone:var(--good);--tone-soft:var(--good-soft)}
.tone-mid{--tone:var(--mid);--tone-soft:var(--mid-soft)}
.tone-bad{--tone:var(--bad);--tone-soft:var(--bad-soft)}
.badge{background:var(--tone);color:var(--paper);font:600 1rem/1 var(--sans);padding:9px 16px;border-radius:99px}
.meaning{font:600 1.12rem/1.4 var(--serif);margin-bottom:8px}
.chip{display:inline-block;font:400 .8rem/1.5 var(--sans);padding:1px 10px;border-radius:99px;border:1px solid var(--line);color:var(--soft);white-space:nowrap}
.verdict .chip{white-space:normal}.verdict .chip.tone-bad{font-weight:600;font-size:.9rem}.chip[class*=tone-]{background:var(--tone-soft);color:var(--tone);border-color:transparent}
.dots{letter-spacing:.12em;color:var(--accent)}
.profile{display:grid;grid-template-columns:minmax(0,1.75fr) minmax(0,1fr);gap:36px;align-items:center}
.key{font-size:.87rem;color:var(--soft)}
.key p+p{margin-top:.7em}
.key b{color:var(--ink);font-weight:600}
.rows>*{padding:18px 0;border-top:1px solid var(--line);break-inside:avoid}
.rows>:first-child{padding-top:0;border-top:0}
.dimension{display:grid;grid-template-columns:210px 1fr;gap:6px 28px}
.dimension .score{font:600 1.7rem/1.1 var(--serif);color:var(--accent)}
.dimension .score small{font:400 .8rem var(--sans);color:var(--soft)}
.tags{display:flex;flex-wrap:wrap;gap:6px 8px;align-items:center;margin-top:8px;font-size:.85rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:16px}
.card{border:1px solid var(--line);border-radius:12px;padding:18px;break-inside:avoid}
.card p{margin-top:6px}
table{width:100%;border-collapse:collapse;font-size:.93rem}
caption{text-align:left;color:var(--soft);padding-bottom:10px;font-size:.87rem}
th,td{text-align:start;vertical-align:top;padding:12px 14px 12px 0;border-top:1px solid var(--line)}
thead th{border-top:0;font-size:.8rem;color:var(--soft);font-weight:600;padding-top:0}
tr{break-inside:avoid}
th[scope=row]{width:22%}
th .host{font-weight:400;font-size:.85rem;display:block}
.money{display:grid;grid-template-columns:1fr auto;gap:4px 20px;align-items:baseline}
.money .range{font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.money svg{grid-column:1/-1;width:100%;height:14px;display:block}
.money ul,.limits{grid-column:1/-1;padding-left:1.2em;color:var(--soft);font-size:.9rem}
.limits{color:inherit;font-size:1rem}
.limits li+li{margin-top:6px}
.head{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline;justify-content:space-between}
.steps{counter-reset:step;list-style:none;padding:0}
.steps>li{counter-increment:step;position:relative;padding-left:52px}
.steps>li::before{content:counter(step);position:absolute;left:0;width:32px;height:32px;border-radius:50%;background:var(--accent-soft);color:var(--accent);font-weight:600;text-align:center;line-height:32px}
.evidence{list-style:none;padding:0}
.evidence>li{display:grid;grid-template-columns:38px 1fr;gap:0 10px;padding:16px 0;border-top:1px solid var(--line);break-inside:avoid;scroll-margin-top:12px}
.evidence>li:first-child{border-top:0;padding-top:0}
.evidence>li:target{background:var(--accent-soft)}
.evidence .n{color:var(--accent);font-weight:600;font-variant-numeric:tabular-nums}
blockquote{margin:8px 0 0;padding-left:14px;border-left:3px solid var(--line);color:var(--soft);font-size:.93rem}
.cites{white-space:normal;unicode-bidi:isolate;font-size:.85rem}
.cites button,.source button{font:inherit;color:var(--accent);background:none;border:0;padding:4px 2px;margin:-4px 0;cursor:pointer}
.cites button:hover,.source button:hover{text-decoration:underline}
.source{position:fixed;inset:auto 0 0;width:min(100%,620px);max-height:70vh;overflow:auto;margin:0 auto;padding:20px 22px 26px;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-bottom:0;border-radius:14px 14px 0 0;box-shadow:0 -8px 32px #0003}
.source .head{flex-wrap:nowrap;margin-bottom:8px}.source::backdrop{background:#0e121833}
@supports not selector(:popover-open){.source,.cites button{display:none}}
.method{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:28px;font-size:.93rem}
.method dl>div{display:flex;gap:.9em;padding:2px 0}.method dl:not(:first-child){margin-top:10px}
.method dt{color:var(--soft);flex:0 0 7.6em}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.foot{padding-top:18px;padding-bottom:40px;font-size:.85rem;color:var(--soft)}
@media (max-width:700px){main,.foot{padding-left:18px;padding-right:18px}main{padding-top:26px}
section{padding-top:15px;margin-top:15px}.fold>summary h2,.fold>summary h3{margin:0}.fold[open]>summary{margin-bottom:16px}
.fold>summary h2{font-size:1.15rem}.part>summary{padding:10px 0}
.verdict{grid-template-columns:1fr;gap:14px;padding:20px}.verdict .ring svg{width:124px;height:124px}
.beside,.profile,.dimension,.method,.sides,.calendar>li{grid-template-columns:minmax(0,1fr)}
.sizing td:nth-child(2){text-align:start}
.profile{gap:18px}
table,caption,tbody,tr,td,th[scope=row]{display:block;width:auto}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{padding:16px 0;border-top:1px solid var(--line)}tbody tr:first-child{border-top:0;padding-top:0}
td,th[scope=row]{border:0;padding:0 0 8px}td::before{content:attr(data-label);display:block;font-size:.8rem;color:var(--soft)}
.cases tr{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:0 12px;padding:10px 0}.cases th[scope=row],.cases td:nth-child(5){grid-column:1/-1;width:auto}.cases td,.cases td:nth-child(5){text-align:start;padding-bottom:4px}.cases td:nth-child(5)::before{display:none}.hinges tr{grid-template-columns:repeat(2,minmax(0,1fr))}.hinges td:nth-child(5){grid-column:auto}.hinges td:nth-child(5)::before{display:block}.hinges .figure{white-space:normal}}
@media print{.toc,.source{display:none}details::details-content{content-visibility:visible;block-size:auto}.fold>summary::after{display:none}@page{size:A4;margin:16mm 15mm}body{background:none;font-size:10.5pt;line-height:1.45}main,.foot{max-width:none;padding:0}
section{margin-top:20px;padding-top:18px}h2,h3{break-after:avoid}.verdict,.profile,.method{break-inside:avoid}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}:is(.evidence,.close) a[href^=http]::after{content:" " attr(href);font-size:.8em;color:var(--soft)}}
@media print{details::details-content{content-visibility:visible;block-size:auto}}
`);
