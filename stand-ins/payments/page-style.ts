/** Style of the hosted pages: one column, two from 800 px; light or dark by the system's preference. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#f5f6f8;--card:#fff;--ink:#16191f;--soft:#5a6270;--line:#d4d8df;--accent:#2b50d8;
--on-accent:#fff;--warn:#fff3d1;--warn-ink:#5c4300;--bad:#fde8e6;--bad-ink:#8f1d13;--focus:#2b50d8}
@media(prefers-color-scheme:dark){:root{--ground:#101216;--card:#191c22;--ink:#eef0f4;--soft:#a4acba;--line:#353b46;
--accent:#8ea6ff;--on-accent:#0d1330;--warn:#3a2f10;--warn-ink:#ffe2a0;--bad:#431a17;--bad-ink:#ffc9c4;--focus:#b6c5ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.banner{margin:0;padding:.6rem 1rem;background:var(--warn);color:var(--warn-ink);text-align:center;font-size:.9rem}
main{max-width:60rem;margin:0 auto;padding:1.25rem 1rem 3rem;display:grid;gap:1.25rem}
@media(min-width:800px){main{grid-template-columns:1fr 1fr;gap:3rem;padding-top:3.5rem}}
main.single{max-width:34rem;grid-template-columns:1fr}
h1{font-size:1rem;font-weight:500;color:var(--soft);margin:0}
h2,h1.title{font-size:1.1rem;font-weight:650;color:inherit;margin:0 0 1rem}
.total{font-size:2.25rem;font-weight:650;line-height:1.2;margin:.15rem 0 1.25rem;font-variant-numeric:tabular-nums}
.items{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
.items li{display:flex;justify-content:space-between;gap:1rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
.items span:first-child{overflow-wrap:anywhere}
.items span:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}
.soft{color:var(--soft);font-size:.9rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem}
label.name,legend{display:block;font-weight:600;font-size:.95rem;margin:0 0 .35rem;padding:0}
input[type=email]{width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--soft);
border-radius:8px;padding:.65rem .75rem;margin-bottom:1.25rem}
input[readonly]{color:var(--soft)}
fieldset{border:0;padding:0;margin:0 0 1.25rem;display:grid;gap:.5rem}
.way{display:flex;gap:.75rem;align-items:flex-start;border:1px solid var(--line);border-radius:8px;padding:.7rem .75rem;
cursor:pointer}
.way:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.way input{margin:.3rem 0 0;accent-color:var(--accent)}
.way small{display:block;color:var(--soft)}
button{width:100%;min-height:48px;font:inherit;font-weight:650;color:var(--on-accent);background:var(--accent);border:0;
border-radius:8px;padding:.7rem 1rem;cursor:pointer}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
a{color:var(--accent)}
.back{display:inline-block;margin-bottom:1rem;padding:.25rem 0}
.alert{background:var(--bad);color:var(--bad-ink);border-radius:8px;padding:.7rem .9rem;margin:0 0 1rem}
`;
