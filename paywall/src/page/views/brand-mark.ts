// Small marks of card brands. The name of the brand is always given in words as well.

import { h, type VNode } from '../element.ts';
import type { Brand } from '../card/brand.ts';

const words: Readonly<Partial<Record<Brand, readonly [text: string, colour: string]>>> = {
  VISA: ['VISA', '#1a1f71'],
  AMEX: ['AMEX', '#016fd0'],
  DINERS: ['DC', '#004a97'],
  DISCOVER: ['DISC', '#c84f00'],
  JCB: ['JCB', '#0b4ea2'],
};

const circles: Readonly<Partial<Record<Brand, readonly [left: string, right: string]>>> = {
  MASTERCARD: ['#eb001b', '#f79e1b'],
  MAESTRO: ['#0099df', '#ed0006'],
};

export function brandMark(brand: string): VNode | null {
  const word = words[brand as Brand];
  const pair = circles[brand as Brand];
  if (!word && !pair) return null;
  return h(
    'svg',
    { viewBox: '0 0 38 24', class: 'brand-mark', 'aria-hidden': 'true', focusable: 'false' },
    h('rect', { x: 0.5, y: 0.5, width: 37, height: 23, rx: 4, fill: '#fff', stroke: '#c9ced6' }),
    pair
      ? [
          h('circle', { cx: 15, cy: 12, r: 6.5, fill: pair[0] }),
          h('circle', { cx: 23, cy: 12, r: 6.5, fill: pair[1], 'fill-opacity': 0.85 }),
        ]
      : h('text', { x: 19, y: 16, 'text-anchor': 'middle', fill: word?.[1] }, word?.[0]),
  );
}
