// The style of the wallet sheets: each looks like the sheet of its wallet, which slides over the
// lower part of the shop's page. The card is one row; the other test cards open under it.

const both = `
.wallet{min-height:100vh;display:flex;flex-direction:column;justify-content:flex-end;
 background:var(--behind)}
.wallet .sheet{width:100%;max-width:30rem;margin:0 auto;padding:.875rem 1rem 1rem;
 background:var(--page);border:0;border-radius:var(--corner) var(--corner) 0 0}
.wallet header{border:0;padding-bottom:.75rem}
.wallet header svg{display:none}
.wallet .bank{font-size:1.25rem;letter-spacing:-.01em}
.wallet form,.wallet .group{display:flex;flex-direction:column}
.wallet form{gap:.75rem}
.wallet .group{background:var(--panel);border:1px solid var(--edge);border-radius:.875rem;
 padding:.625rem .875rem}
.wallet h1{margin:0;font-size:1.0625rem;font-weight:600}
.wallet .total{flex-flow:row wrap;align-items:baseline;justify-content:space-between;gap:0 1rem}
.wallet .sum{margin:0;font-size:1.375rem;font-weight:700;font-variant-numeric:tabular-nums}
.wallet fieldset{margin:0}
.wallet legend{color:var(--muted);font-size:.875rem;font-weight:400;margin:0}
.wallet .choice{background:transparent;border-color:transparent;margin:0 -.5rem;
 padding:.375rem .5rem}
.wallet .choice img{width:3.5rem}
.wallet .choice span{color:var(--muted);font-size:.9375rem}
.wallet .choice strong{color:var(--text);font-size:1rem}
.wallet .choice:has(:focus-visible){outline:3px solid var(--get)}
.wallet .more{color:var(--get);font-size:.9375rem;padding-top:0;padding-bottom:0;gap:.5rem;
 border-color:transparent;box-shadow:none;order:1}
#more{order:1;appearance:none;width:.625rem;height:.625rem;padding:0;border:solid var(--get);
 border-width:0 2px 2px 0;border-radius:0;background:none;
 transform:translateY(-.125rem) rotate(45deg);outline:0}
#more:checked{transform:translateY(.125rem) rotate(225deg)}
.cards:not(:has(#more:checked)) fieldset .choice:not(:has(:checked)){display:none}
.cards:not(:has(#more:checked)) fieldset .choice{border-color:transparent;box-shadow:none}
.cards:not(:has(#more:checked)) fieldset input{position:absolute;opacity:0}
.cards:not(:has(#more:checked,#other:not(:placeholder-shown),#pan-only:checked)) .extras{
 display:none}
.wallet .ways{grid-template-columns:1fr;margin:0}
.wallet .main{min-height:3.25rem;border-radius:var(--pill);color:var(--on-pay);
 background:var(--pay);border-color:var(--pay);font-size:1.0625rem}
.wallet .plain{border-color:transparent;background:transparent;color:var(--get)}
.wallet footer{border:0;margin-top:.5rem;padding:0;text-align:center}
.wallet textarea{background:var(--panel)}
@media(min-width:44rem) and (min-height:30rem){
 .wallet{justify-content:center}
 .wallet .sheet{border-radius:var(--corner);padding:1.25rem 1.5rem}
}
`;

/** The total stands under the card, and the fingerprint over its text. */
const apple = `
.apple{--behind:#d5d5da;--page:#f2f2f7;--panel:#fff;--edge:#fff;--line:#d1d1d6;--text:#000;
 --muted:#636366;--get:#0060c7;--pay:#000;--on-pay:#fff;--corner:1.25rem;--pill:.75rem}
.apple .total{order:1}
.apple .ways{order:2}
.apple .total h1{text-transform:uppercase;font-size:.875rem;color:var(--muted);font-weight:500;
 letter-spacing:.02em}
.apple .ways svg{width:1.75rem;height:1.75rem}
@media(prefers-color-scheme:dark){.apple{--behind:#000;--page:#1c1c1e;--panel:#2c2c2e;
 --edge:#2c2c2e;--line:#48484a;--text:#fff;--muted:#aeaeb2;--get:#6cb2ff;--pay:#fff;--on-pay:#000}}
`;

/** Shop and amount first, outlined groups, round buttons. */
const google = `
.google{--behind:#80868b;--page:#fff;--panel:#fff;--edge:#dadce0;--line:#dadce0;--text:#202124;
 --muted:#5f6368;--get:#0b57d0;--pay:#0b57d0;--on-pay:#fff;--corner:1.75rem;--pill:2rem}
.google .bank{font-weight:500;color:var(--muted)}
.google .total{border:0;padding:0;flex-direction:column}
.google .total h1{font-weight:500}
.google .sum{font-size:1.875rem;font-weight:500}
@media(prefers-color-scheme:dark){.google{--behind:#000;--page:#1f1f1f;--panel:#1f1f1f;
 --edge:#5f6368;--line:#5f6368;--text:#e3e3e3;--muted:#c4c7c5;--get:#a8c7fa;--pay:#a8c7fa;
 --on-pay:#062e6f}}
`;

export const walletStyle = `${both}${apple}${google}`;
