// The style sheet of the start page and of the page that customers return to: wider than the pages
// of the parties, with the same colours, type and controls.

import { baseStyle } from '../../pages/style.ts';

const frame = `
.skip{position:absolute;left:-999rem;padding:.75rem 1rem;background:var(--page);z-index:1}
.skip:focus{left:.5rem;top:.5rem}
a{color:var(--get);text-underline-offset:.15em}
.top{border-bottom:1px solid var(--line);background:var(--panel)}
.top>div,main,.end{max-width:70rem;margin:0 auto;padding:0 1rem}
.top>div{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;padding:.5rem 1rem}
.top .home{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:700;
 font-size:1.125rem;color:var(--text);text-decoration:none}
.top nav{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-left:auto}
.top nav a{display:inline-flex;align-items:center;min-height:2.75rem}
main{padding:1.5rem 1rem 2rem}
h1{font-size:1.75rem;line-height:1.2;margin-bottom:.5rem}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem}
h3{font-size:1rem;margin:1.25rem 0 .375rem}
.lead{font-size:1.0625rem;max-width:46rem;margin-bottom:1.5rem}
.panels{display:grid;gap:1rem}
.panel{border:1px solid var(--line);border-radius:.75rem;padding:1rem;min-width:0}
.panel p{margin:.5rem 0}
.muted{color:var(--muted)}
.small{font-size:.9375rem}
.end{padding:0 1rem 2rem;color:var(--muted);font-size:.9375rem}
@media(min-width:52rem){
 .panels{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
 .panels>.wide{grid-column:1/-1}
 .halves{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 3rem}
 main{padding-top:2rem}
}
`;

const parts = `
select{display:block;width:100%;min-height:2.75rem;margin:.375rem 0 .625rem;padding:.25rem .5rem;
 font:inherit;color:inherit;background:var(--page);border:1px solid var(--muted);
 border-radius:.375rem}
.fields{display:grid;gap:0 1rem}
@media(min-width:30rem){.fields{grid-template-columns:1fr 1fr}.fields>.wide{grid-column:1/-1}}
pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
code.value{user-select:all;-webkit-user-select:all}
pre{margin:.5rem 0;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;
 background:var(--panel);white-space:pre-wrap;line-height:1.5}
.command{position:relative}
button.copy{width:auto;padding:.25rem .75rem;font-weight:400}
.command .copy{margin:0 0 .5rem auto}
[hidden]{display:none!important}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
 white-space:nowrap}
.rows{list-style:none;margin:0;padding:0}
.rows>li{padding:.75rem 0;border-top:1px solid var(--line)}
.rows>li:first-child{border-top:0;padding-top:0}
.columns{display:grid;gap:0 3rem;
 grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}
.columns>li:first-child{border-top:1px solid var(--line);padding-top:.75rem}
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.125rem .75rem}
.head strong{font-size:1.0625rem}
.chip{font-size:.8125rem;font-weight:600;border:1px solid currentColor;border-radius:1rem;
 padding:0 .5rem}
.chip.good{color:var(--get)}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.links a,.links button{display:inline-flex;align-items:center;min-height:2.75rem}
.links button{width:auto;padding:0;border:0;background:none;color:var(--get);font-weight:400;
 text-decoration:underline;text-underline-offset:.15em}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.75rem}
.buttons button{width:auto}
.clock{font-size:1.25rem;font-weight:600;font-variant-numeric:tabular-nums}
.clock time{display:inline}
.shop{padding:.5rem 0}
.shop+.shop{border-top:1px solid var(--line)}
.shop dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.125rem 1rem;
 margin-top:.25rem}
.shop dt{color:var(--muted);align-self:center}
.shop dd{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;
 gap:0 .5rem}
.head time{display:inline;font-weight:400}
.plainlist{margin:.5rem 0 0;padding:0;list-style:none}
.plainlist li{padding:.25rem 0}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0}
summary{cursor:pointer;padding:.625rem .875rem;min-height:2.75rem;font-weight:600}
details>.rows{padding:0 .875rem .25rem}
details>.rows>li{padding:.5rem 0;display:flex;flex-wrap:wrap;align-items:center;gap:.125rem .75rem}
details>.rows .what{flex:1 1 16rem;min-width:0}
.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.search>div{flex:1 1 14rem}
.search button{width:auto;margin-bottom:.625rem}
.result{display:flex;gap:.75rem;align-items:center}
.result .mark{margin:0;flex:none}
.result h1{margin:0}
.result .button{width:auto;margin-left:auto}
@media(max-width:26rem){
 .shop dl{grid-template-columns:minmax(0,1fr)}
 .shop dd{margin-bottom:.375rem}
}
`;

export const startStyle = `${baseStyle}${frame}${parts}`;
