// The style sheet and the script of the documentation. They are inline, so that a page is one
// request, and their hashes are in the content security policy.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dark, light, type Palette } from '../http/pages/palette.ts';

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

const frame = `
*{box-sizing:border-box}
h1,h2,h3,h4,h5,p,table,pre,dl,ul,ol{margin:0}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);
 font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999rem;padding:.75rem 1rem;background:var(--page);z-index:1}
.skip:focus{left:.5rem;top:.5rem}
header{background:var(--strong);color:var(--onStrong);padding:2rem 0}
header>*{max-width:76rem;margin:0 auto;padding:0 1.25rem}
header h1{font-size:1.9rem;line-height:1.2}
header p{padding-top:.5rem}
header a{color:inherit}
header :focus-visible{outline-color:currentColor}
.columns{max-width:76rem;margin:0 auto;padding:0 1.25rem}
main{min-width:0;padding:1.25rem 0 4rem}
nav ul{list-style:none;margin:0;padding:0}
nav li li{padding-left:.9rem}
nav a{display:block;padding:.22rem 0;text-decoration:none;color:var(--text);line-height:1.4}
nav a:hover{text-decoration:underline;color:var(--link)}
nav li li a{color:var(--muted);font-size:.92rem}
nav a[aria-current]{font-weight:700;color:var(--text)}
.contents{margin:1.25rem 0;align-self:start}
.contents a{padding:.65rem 0}
.contents nav{padding:0 1rem .5rem}
.neighbours{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem;margin-top:3rem;
 padding-top:1rem;border-top:1px solid var(--line)}
.neighbours a{color:var(--link)}
.neighbours [rel=next]{margin-left:auto;text-align:right}
.neighbours span{display:block;color:var(--muted);font-size:.86rem}
@media(min-width:62rem){
 .columns{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:3.5rem}
}
@media print{.contents,.skip,.neighbours,[role=search]{display:none}}
`;

/** Beside the text the contents are open without script too, where a style can do that. */
const openContents = `
@supports selector(::details-content){@media(min-width:62rem){
 .contents{border:0;margin:0;position:sticky;top:0;max-height:100vh;overflow-y:auto;
  padding:1.75rem 0}
 .contents summary{display:none}
 .contents::details-content{display:block;content-visibility:visible}
 .contents nav{padding:0 0 15rem}
 .contents a{padding:.22rem 0}
}}
`;

const search = `
header [role=search]{padding-top:1.25rem}
[role=search] label{display:block;font-size:.92rem}
[role=search] input{font:inherit;width:100%;max-width:36rem;min-height:2.75rem;padding:.3rem .8rem;
 border:1px solid var(--line);border-radius:.5rem;background:var(--page);color:var(--text)}
[role=search] input:focus-visible{outline-color:var(--onStrong)}
kbd{border:1px solid;border-radius:.25rem;padding:0 .4rem;font:inherit}
@media(hover:none){kbd{display:none}}
#search-status:empty,#search-results:empty{display:none}
#search-results{list-style:none;padding:0;margin-top:.5rem;max-width:44rem}
#search-results a{display:block;padding:.5rem 0;text-decoration:none;font-weight:600}
#search-results a:hover{text-decoration:underline}
#search-results span{display:block;font-weight:400;font-size:.92rem;overflow-wrap:anywhere}
`;

const words = `
h2{font-size:1.55rem;line-height:1.25;margin:3.5rem 0 .75rem;padding-top:1.25rem;
 border-top:1px solid var(--line)}
main>:first-child>h2:first-child{border:0;padding-top:0;margin-top:.5rem}
h3{font-size:1.15rem;line-height:1.4;margin:2.5rem 0 .5rem}
h4{font-size:1rem;margin:1.5rem 0 .4rem}
details h3{font-size:.94rem;margin:1.25rem 1rem .25rem}
main p{max-width:44rem;margin:.6rem 0}
main ol,main ul{max-width:44rem;padding-left:1.4rem}
main li{margin:.35rem 0}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
p code,li code,dd code{overflow-wrap:anywhere}
td{overflow-wrap:break-word}
pre{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.9rem 1rem;
 overflow-x:auto;line-height:1.55;margin:.5rem 0 .75rem;tab-size:2}
pre.command code{user-select:all;-webkit-user-select:all}
.muted{color:var(--muted)}
.address{overflow-wrap:anywhere;font-weight:600;font-size:1rem}
.verb{font-weight:700;margin-right:.4rem}
.get{color:var(--get)}.post{color:var(--post)}
.put,.patch,.delete{color:var(--change)}
tr:target{background:var(--mark)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;margin:.75rem 0}
.facts dt{color:var(--muted)}
.facts dd{margin:0}
`;

const tables = `
.scroll{overflow-x:auto;margin:.5rem 0 1rem}
table{border-collapse:collapse;width:100%;font-size:.94rem;line-height:1.5}
th{text-align:left;font-weight:600;color:var(--muted);font-size:.86rem}
th,td{padding:.45rem .9rem .45rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:0}
td code{font-size:.86rem}
.fields td:first-child{width:34%}
.deep1{padding-left:1.1rem}.deep2{padding-left:2.2rem}.deep3{padding-left:3.3rem}
.name{font-weight:600}
.needed{color:var(--change);font-size:.82rem;display:block}
details{border:1px solid var(--line);border-radius:.5rem;margin:.6rem 0;background:var(--page)}
summary{cursor:pointer;padding:.6rem 1rem;min-height:2.75rem;font-weight:600}
summary:hover{color:var(--link)}
details[open]>summary{border-bottom:1px solid var(--line)}
details>.scroll,details>pre,details>p{margin:.5rem 1rem}
@media(max-width:40rem){
 h2{font-size:1.35rem}
 .facts{grid-template-columns:minmax(0,1fr);gap:0}
 .facts dd{margin-bottom:.5rem}
 thead{position:absolute;left:-999rem}
 table,tbody,tr,td{display:block}
 tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
 td{padding:.1rem 0;border:0}
 td:empty{display:none}
 td:first-child{font-weight:600}
 td[data-label]:not(:first-child)::before{content:attr(data-label) ": ";color:var(--muted);
  font-size:.86rem}
 .fields td:first-child{width:auto}
 .deep1{padding-left:.6rem}.deep2{padding-left:1.2rem}.deep3{padding-left:1.8rem}
}
`;

export const styleText = [
  `:root{color-scheme:light dark;${variables(light)}}`,
  `@media(prefers-color-scheme:dark){:root{${variables(dark)}}}`,
  frame,
  openContents,
  search,
  words,
  tables,
].join('\n');

export const scriptText = readFileSync(new URL('./browser/search.js', import.meta.url), 'utf8');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Allows only this style sheet, this script, its index, and the inline icon. */
export const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hashOf(styleText)}'`,
  `script-src 'sha256-${hashOf(scriptText)}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');
