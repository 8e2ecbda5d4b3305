// The style sheet of all pages of simulated parties, from 250 pixels to full screen. It is inlined,
// and the content security policy allows it by its hash. No animations.

import { walletStyle } from './wallet-style.ts';
import { dark, light, type Colour, type Palette } from '@bramka/gateway/http/pages/palette.ts';

/**
 * From the palette whose contrast is tested; `get` is the bank's colour, `change` the error colour.
 */
const used: readonly Colour[] = ['page', 'panel', 'line', 'text', 'muted', 'get', 'change'];

function variables(palette: Palette): string {
  return used.map((name) => `--${name}:${palette[name]};`).join('');
}

const base = `
*{box-sizing:border-box}
h1,h2,h3,p,dl,dd{margin:0}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);overflow-wrap:anywhere;
 font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
:focus-visible{outline:3px solid var(--get);outline-offset:2px}
.tag{border:1px solid currentColor;border-radius:1rem;padding:0 .5rem;color:var(--change);
 font-size:.8125rem;font-weight:600}
`;

const sheet = `
.sheet{max-width:30rem;margin:0 auto;padding:.75rem .875rem 1rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .5rem;padding-bottom:.625rem;
 border-bottom:1px solid var(--line)}
header svg{width:1.375rem;height:1.375rem;flex:none;color:var(--get)}
.bank{font-weight:700;line-height:1.25;flex:1 1 0;min-width:min-content;overflow-wrap:normal}
.bank small{display:block;font-weight:400;color:var(--muted)}
h1{font-size:1.25rem;line-height:1.25;margin:.75rem 0 .5rem}
h2{font-size:1rem;margin:1.125rem 0 .5rem}
main p{margin:.5rem 0}
footer{margin-top:1rem;padding-top:.625rem;border-top:1px solid var(--line);color:var(--muted);
 font-size:.875rem}
@media(max-width:19rem){
 .sheet{padding:.5rem .625rem}
 header svg{display:none}
 .bank{font-size:.875rem}
 .tag{font-size:.75rem}
 h1{font-size:1.0625rem;margin:.5rem 0 .375rem}
 .facts{font-size:.9375rem}
}
@media(min-width:35rem) and (max-height:30rem){
 .sheet{max-width:46rem}
 .halves{display:grid;grid-template-columns:1fr 1fr;gap:0 1.25rem}
 .halves h2{margin-top:0}
}
@media(min-width:44rem) and (min-height:30rem){
 body{background:var(--panel)}
 .sheet{background:var(--page);border:1px solid var(--line);border-radius:.75rem;
  margin:2.5rem auto;padding:1.5rem 1.75rem}
 h1{font-size:1.5rem}
 .phone .sheet{max-width:23rem;min-height:40rem;display:flex;flex-direction:column;
  border:2px solid var(--muted);border-radius:2rem}
 .phone footer{margin-top:auto}
}
`;

const told = `
.facts{background:var(--panel);border:1px solid transparent;border-radius:.5rem;
 padding:.375rem .625rem}
.facts div{display:flex;flex-wrap:wrap;gap:0 .5rem;justify-content:space-between}
.facts dt{color:var(--muted)}
.facts dd{font-weight:600;text-align:right;margin-left:auto;min-width:0}
.code div{display:block;text-align:center;padding:.25rem 0}
.code dd{text-align:center;margin:0;font-size:2.25rem;line-height:1.2;
 font-variant-numeric:tabular-nums;
 letter-spacing:.06em}
.note{background:var(--panel);border:1px solid var(--muted);border-left-width:.375rem;
 border-radius:.375rem;padding:.5rem .75rem}
.mark{display:block;width:2.75rem;height:2.75rem;margin:1rem 0 -.125rem}
.good{color:var(--get)}
.bad{color:var(--change);font-weight:600}
.wait{color:var(--muted)}
time{font-weight:600;display:block}
`;

const controls = `
form{margin:0}
label{display:block;font-weight:600;margin-top:.625rem}
main .hint{color:var(--muted);font-size:.9375rem;margin:.125rem 0}
main .slip{margin:.125rem 0}
input{display:block;width:100%;min-height:2.75rem;margin:.375rem 0 .625rem;padding:.25rem .75rem;
 font:inherit;font-size:1.125rem;color:inherit;background:var(--page);
 border:1px solid var(--muted);border-radius:.375rem}
input{scroll-margin-top:10rem}
input[aria-invalid=true]{border:2px solid var(--change)}
button,.button{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:0 .3em;
 width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;font-weight:600;line-height:1.25;
 text-align:center;text-decoration:none;cursor:pointer;color:var(--get);background:var(--page);
 border:1px solid var(--get);border-radius:.375rem}
button:hover,.button:hover{text-decoration:underline}
.button span{font-weight:400}
.main{color:var(--page);background:var(--get)}
.wary{color:var(--change);border-color:var(--change)}
.plain{color:var(--text);border-color:var(--muted)}
.away{color:var(--muted);border-color:transparent;text-decoration:underline;font-weight:400}
.ways{display:grid;gap:.5rem .625rem;margin-top:.5rem}
.facts+.ways{margin-top:1rem}
@media(min-width:30rem){
 .ways{grid-template-columns:1fr 1fr}
 .ways>.wide{grid-column:1/-1}
}
fieldset{border:0;margin:.75rem 0 0;padding:0;min-width:0}
legend{font-weight:600;padding:0;margin-bottom:.25rem}
.choice{display:flex;align-items:center;gap:.75rem;margin:.375rem 0;padding:.5rem .75rem;
 min-height:2.75rem;font-weight:400;border:1px solid var(--line);border-radius:.5rem;cursor:pointer}
.choice:has(:checked){border-color:var(--get);box-shadow:0 0 0 1px var(--get)}
.choice input{width:1.25rem;height:1.25rem;min-height:0;margin:0;flex:none;accent-color:var(--get)}
.choice img{display:block;width:5rem;height:auto;border-radius:.375rem;flex:none}
.choice strong{display:block}
.choice+button{margin-top:.75rem}
textarea{display:block;width:100%;min-height:8rem;margin:.375rem 0 .625rem;padding:.5rem .75rem;
 font:.8125rem/1.4 ui-monospace,monospace;color:inherit;background:var(--panel);
 border:1px solid var(--muted);border-radius:.375rem}
@media(forced-colors:active){.main{border-width:3px}}
`;

/** What every page has: colours, type, controls. */
export const baseStyle = [
  `:root{color-scheme:light dark;${variables(light)}}`,
  `@media(prefers-color-scheme:dark){:root{${variables(dark)}}}`,
  base,
  told,
  controls,
].join('\n');

/** The pages of simulated parties: one sheet. */
export const styleText = `${baseStyle}${sheet}${walletStyle}`;
